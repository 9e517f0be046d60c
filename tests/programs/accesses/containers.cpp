// The parts of the C++ library that are not in headers are compiled with the program, too.
// heddle: -- 1
// expect: bug kind=data-race
// heddle: -- 2
// expect: bug kind=data-race
// heddle: -- 3
// expect: bug kind=data-race
// heddle: -- 4
// expect: bug kind=data-race
// heddle: -- 5
// expect: bug kind=data-race
// heddle: -- 6
// expect: bug kind=data-race
#include <list>
#include <map>
#include <memory_resource>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

static int number;
static std::map<int, int> numbers = {{1, 1}, {2, 2}, {3, 3}};
static std::list<int> list = {1, 2};
static std::ostringstream text;
static std::string line;
static std::pmr::unsynchronized_pool_resource pool;

static void left() {
  switch (number) {
    case 1: numbers.erase(3); break;
    case 2: list.reverse(); break;
    case 3: text << 5; break;
    case 4: std::getline(std::istringstream("a\nb") >> std::ws, line); break;
    case 5: (void)pool.allocate(8); break;
    case 6: std::istringstream("abc") >> line; break;
  }
}

static void right() {
  // What is looked at is another node than the one that is erased: only the tree itself is shared.
  switch (number) {
    case 1: (void)++numbers.find(1); break;
    case 2: list.splice(list.begin(), list, --list.end()); break;
    case 3: text << "x"; break;
    case 4: (void)line.size(); break;
    case 5: (void)pool.allocate(8); break;
    case 6: (void)(line == "x"); break;
  }
}

int main(int, char** arguments) {
  number = arguments[1][0] - '0';
  std::thread thread(left);
  right();
  thread.join();
}
