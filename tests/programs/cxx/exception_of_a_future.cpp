// heddle:
// expect: complete
// heddle: -D RELEASED=1
// expect: bug kind=use-after-free
//
// The text of an exception that has come through a future: the thread that threw it lets it go at any time, and only
// the last one frees it.
#include <cassert>
#include <cstring>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([promise = std::move(promise)]() mutable {
    try {
      throw std::runtime_error("no data");
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  const char* text = "no data";
  try {
    future.get();
  } catch (const std::exception& problem) {
    assert(std::strcmp(problem.what(), text) == 0);
    text = problem.what();
  }
#if RELEASED
  assert(text[0] == 'n');
#endif
  thread.join();
}
