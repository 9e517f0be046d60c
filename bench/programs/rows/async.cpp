// TASKS functions run with std::async, and their results.
#include <future>
#include <vector>

int main() {
  std::vector<std::future<int>> results;
  for (int i = 0; i < TASKS; ++i) results.push_back(std::async(std::launch::async, [i] { return i; }));
  int sum = 0;
  for (std::future<int>& result : results) sum += result.get();
  return sum == TASKS * (TASKS - 1) / 2 ? 0 : 1;
}
