// heddle: --flags=-std=c++20
// expect: bug kind=abort says="Likely mistake: `if` around the wait at mailbox.cpp:"
//
// `if` around a wait, two consumers.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

struct Mailbox {
  std::mutex m;
  std::condition_variable cv;
  std::vector<int> letters;

  void put(int letter) {
    std::lock_guard<std::mutex> lock(m);
    letters.push_back(letter);
    cv.notify_all();
  }
  int take() {
    std::unique_lock<std::mutex> lock(m);
    if (letters.empty()) {
      cv.wait(lock);
    }
    int letter = letters.back();
    letters.pop_back();
    return letter;
  }
};

int main() {
  Mailbox box;
  std::thread a([&] { box.take(); });
  std::thread b([&] { box.take(); });
  box.put(7);
  box.put(8);
  a.join();
  b.join();
}
