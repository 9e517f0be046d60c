// heddle: --strategy=contextual --flags=-std=c++20
// expect: bug kind=data-race
// heddle: --strategy=dpor --flags="-std=c++20 -O2"
// expect: bug kind=data-race

// Nobody may resume a coroutine while another thread runs it.

#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static Task twice() {
  co_await std::suspend_always{};
  co_await std::suspend_always{};
}

int main() {
  const Task task = twice();
  std::thread one([&] { task.handle.resume(); });
  std::thread other([&] { task.handle.resume(); });
  one.join();
  other.join();
  task.handle.destroy();
}
