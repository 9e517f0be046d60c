// heddle:
// expect: bug kind=livelock says="door.wants[0]: false -> true"
// expect: bug kind=livelock says="door.wants[1] is true"
//
// Elements of an array that is a member.
#include <atomic>
#include <thread>

struct Door {
  std::atomic<bool> wants[2] = {false, false};
  std::atomic<int> turn{0};
  void enter(int me) {
    wants[me] = true;
    while (wants[1 - me]) {
      // forgets to look whose turn it is
    }
  }
  void leave(int me) { wants[me] = false; }
};

int main() {
  Door door;
  std::thread left([&] {
    door.enter(0);
    door.leave(0);
  });
  std::thread right([&] {
    door.enter(1);
    door.leave(1);
  });
  left.join();
  right.join();
}
