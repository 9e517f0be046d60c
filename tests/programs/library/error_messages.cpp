// heddle: --flags=-std=c++20
// expect: complete
//
// The texts of errors are the library's, but they share nothing.
#include <future>
#include <system_error>
#include <thread>

static void ask(const std::error_category& category) {
  const std::error_code code(2, category);
  if (code.message().empty() || code == std::errc::timed_out) throw code;
}

int main() {
  std::thread thread([] {
    ask(std::generic_category());
    try {
      std::promise<int> promise;
      promise.set_value(1);
      promise.set_value(2);
    } catch (const std::future_error& error) {
      ask(error.code().category());
    }
  });
  ask(std::system_category());
  thread.join();
}
