// What the C++ library has once for all threads may be changed at any time: both orders of a change and a look.
// limit: `std::pmr::set_default_resource` | real, and steps if threads change what others look at
// heddle: --flags=-std=c++20 --strategy=contextual --keep-going -- 0
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --flags=-std=c++20 --strategy=dpor --keep-going -- 1
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --flags=-std=c++20 --strategy=dpor --keep-going -- 2
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --flags=-std=c++20 --strategy=dpor --keep-going -- 3
// expect: bug kind=assertion
// expect: bug kind=abort
// expect: bug kind=data-race
// heddle: --flags=-std=c++20 --strategy=dpor --keep-going -- 4
// expect: bug kind=assertion
// expect: bug kind=abort
// expect: bug kind=data-race
// heddle: --flags=-std=c++20 --strategy=dpor -- 5
// expect: incomplete reason="std::locale::global"
#include <cassert>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <locale>
#include <memory_resource>
#include <new>
#include <sstream>
#include <thread>

namespace {

std::ostringstream text;
std::ofstream file;

void handle() { std::_Exit(3); }

void change(int which) {
  switch (which) {
    case 0: std::set_new_handler(handle); break;
    case 1: std::set_terminate(handle); break;
    case 2: std::pmr::set_default_resource(std::pmr::null_memory_resource()); break;
    case 3: std::cout.rdbuf(text.rdbuf()); break;
    case 4: file.open("/dev/null"); break;
    default: std::locale::global(std::locale("C"));
  }
}

bool is_changed(int which) {
  switch (which) {
    case 0: return std::get_new_handler() == handle;
    case 1: return std::get_terminate() == handle;
    case 2: return std::pmr::get_default_resource() == std::pmr::null_memory_resource();
    case 3: return std::cout.rdbuf() == text.rdbuf();
    case 4: return file.is_open();
    default: std::exit(0);
  }
}

}  // namespace

int main(int, char** arguments) {
  const int which = std::atoi(arguments[1]);
  std::thread a([which] { change(which); });
  std::thread b([which] {
    if (is_changed(which)) std::abort();
    assert(!"not yet");
  });
  a.join();
  b.join();
}
