// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor -D EARLY=1
// expect: bug kind=data-race
//
// std::notify_all_at_thread_exit: the lock is held until the thread has ended, after the destructors of thread-local
// objects. EARLY: nothing orders the destructors before what the other thread does.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable ended;
bool done = false;
int destroyed = 0;

struct Object {
  ~Object() { destroyed += value; }
  int value = 1;
};

thread_local Object object;

void work() {
  std::unique_lock lock(mutex);
  done = true;
  object.value = 2;
#ifdef EARLY
  ended.notify_all();
#else
  std::notify_all_at_thread_exit(ended, std::move(lock));
#endif
}

}  // namespace

int main() {
  std::thread thread(work);
  {
    std::unique_lock lock(mutex);
    ended.wait(lock, [] { return done; });
    assert(destroyed == 2);
  }
  thread.join();
}
