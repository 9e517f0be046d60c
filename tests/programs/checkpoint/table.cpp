// What main has built before its threads is there in every test, whatever the tests before did to it.
// heddle: --always-checkpoint
// expect: bug kind=assertion where=@
// heddle: --always-checkpoint --strategy=dpor --keep-going
// expect: bug kind=assertion where=@
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::vector<int> table;
std::mutex mutex;

void halve() {
  const std::lock_guard guard(mutex);
  for (int& entry : table) entry /= 2;
  table.push_back(0);
}

int main() {
  std::string text;
  for (int i = 0; i < 64; ++i) {
    table.push_back(8 * i);
    text += std::to_string(i);
  }
  std::thread first(halve);
  std::thread second(halve);
  {
    const std::lock_guard guard(mutex);
    assert(table[63] == 504 || table[63] == 252 || table[63] == 126);
    assert(table.size() != 65 || text.size() != 118);  // @
  }
  first.join();
  second.join();
  assert(table.size() == 66 && table[63] == 126);
}
