// heddle: --strategy=dpor
// expect: complete traces=2
//
// Containers, strings and functions of the standard library under a mutex.
#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {
std::mutex mutex;
std::map<std::string, std::vector<int>> table;

void insert(const std::string& key, int count) {
  std::vector<int> values;
  for (int i = count; i > 0; --i) values.push_back(i);
  std::sort(values.begin(), values.end());
  const std::function<void()> commit = [&] { table[key + "!"] = values; };
  const std::lock_guard<std::mutex> guard(mutex);
  commit();
}
}  // namespace

int main() {
  std::thread a(insert, "one", 1);
  std::thread b(insert, "a rather long key that needs memory of its own", 20);
  a.join();
  b.join();
  assert(table.size() == 2);
  assert(table.at("one!").size() == 1);
}
