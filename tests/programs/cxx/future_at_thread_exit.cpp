// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// A value that is available once its thread has ended, after the destructors of thread-local objects.
#include <cassert>
#include <future>
#include <thread>

namespace {

int destroyed = 0;

struct Object {
  ~Object() { destroyed += value; }
  int value = 1;
};

thread_local Object object;

}  // namespace

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&promise] {
    promise.set_value_at_thread_exit(7);
    object.value = 2;
  });
  assert(future.get() == 7);
  assert(destroyed == 2);
  thread.join();
}
