// heddle: --strategy=dpor
// expect: complete
//
// std::packaged_task, moved into a thread.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int)> task([](int x) { return x * 2; });
  std::future<int> result = task.get_future();
  std::thread worker(std::move(task), 21);
  assert(result.get() == 42);
  worker.join();
}
