// THREADS threads with a shared pointer each, which they copy once; the last one to release it destroys the object.
#include <memory>
#include <thread>
#include <vector>

int main() {
  auto object = std::make_shared<int>(3);
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i) threads.emplace_back([object] { const auto copy = object; });
  object.reset();
  for (std::thread& thread : threads) thread.join();
}
