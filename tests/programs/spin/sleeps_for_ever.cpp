// heddle:
// expect: bug kind=livelock where=@
// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
//
// Nobody sets the flag: a loop that only sleeps is detected.
#include <atomic>
#include <chrono>
#include <thread>

static std::atomic<bool> ready = false;

int main() {
  std::thread thread([] {
    while (!ready) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // @
  });
  thread.join();
}
