// heddle: --strategy=contextual --flags=-std=c++20
// expect: complete
// heddle: --strategy=dpor --flags="-std=c++20 -O2"
// expect: complete

// A coroutine goes on in another thread while the first one still returns from it. Two threads resume nothing at all.

#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static std::thread elsewhere;
static int result;

struct Elsewhere {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    elsewhere = std::thread([handle] {
      handle.resume();
      std::coroutine_handle<>(std::noop_coroutine()).resume();
    });
    std::coroutine_handle<>(std::noop_coroutine()).resume();
  }
  void await_resume() {}
};

static Task moves() {
  const int local = 3;
  co_await Elsewhere{};
  result = local;
}

int main() {
  const Task task = moves();
  elsewhere.join();
  assert(task.handle.done() && result == 3);
  task.handle.destroy();
}
