// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor
// expect: complete
//
// What the constructor of a static object does to files is part of the runs, and is put back: each run finds the file
// empty. The file stayed, and what one run had written was there in the next one.
#include <cassert>
#include <fstream>
#include <string>
#include <thread>

static std::ofstream log("log.txt", std::ios::app);
static int steps;

int main() {
  assert(log.tellp() == 0);
  std::thread thread([] { __atomic_fetch_add(&steps, 1, __ATOMIC_SEQ_CST); });
  __atomic_exchange_n(&steps, 5, __ATOMIC_SEQ_CST);
  thread.join();
  log << steps << std::endl;
  std::ifstream read("log.txt");
  std::string line;
  assert(std::getline(read, line) && !std::getline(read, line));
}
