// heddle: --strategy=contextual --flags=-std=c++20 --keep-going
// expect: bug kind=data-race
// heddle: --strategy=dpor --flags="-std=c++20 -O2" --keep-going
// expect: bug kind=data-race

// Two coroutines of two threads hand over to the same third one.

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

struct HandOver {
  std::coroutine_handle<> to;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return to; }
  void await_resume() {}
};

static Task last() {
  co_await std::suspend_always{};
  co_await std::suspend_always{};
}

static Task first(std::coroutine_handle<> to) { co_await HandOver{to}; }

int main() {
  const Task third = last();
  const Task one = first(third.handle);
  const Task other = first(third.handle);
  std::thread a([&] { one.handle.resume(); });
  std::thread b([&] { other.handle.resume(); });
  a.join();
  b.join();
  for (const Task& task : {one, other, third}) task.handle.destroy();
}
