// heddle: --strategy=contextual --flags=-std=c++20
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags="-std=c++20 -O2"
// expect: bug kind=use-after-free where=@

// A coroutine keeps its parameters; what a reference refers to it does not keep.

#include <coroutine>

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

static int result;

static Task keeps(const int& number) {
  result = number;  // @
  co_return;
}

__attribute__((noinline)) static Task start(int number) {
  const int local = number + 3;
  return keeps(local);
}

int main(int count, char**) {
  const Task task = start(count);
  task.handle.resume();
  task.handle.destroy();
}
