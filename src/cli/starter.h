#pragma once

// What `heddle init` writes.

namespace heddle::cli {

inline constexpr const char* kStarterProject =
    R"(# Each heddle_add_test is one test of ctest: it passes if no schedule shows a bug.
cmake_minimum_required(VERSION 3.25)
if(NOT CMAKE_PROJECT_NAME)
  project(heddle_tests LANGUAGES C CXX)
endif()
enable_testing()
find_package(Heddle REQUIRED)

# From sources, which Heddle compiles itself ...
heddle_add_test(NAME counter SOURCES counter_test.cpp FLAGS -std=c++20 TIME 60)
# ... or an executable of your project, with the libraries that it links:
#   heddle_add_test(NAME queue TARGET queue_test ARGS 3 TIME 60)
)";

inline constexpr const char* kStarterTest =
    R"(// A first test: two threads, and what must hold at the end under every schedule. Remove the lock and run it again.
#include <cassert>
#include <mutex>
#include <thread>

struct Counter {
  std::mutex mutex;
  int value = 0;

  void add() {
    std::lock_guard<std::mutex> lock(mutex);
    ++value;
  }
};

int main() {
  Counter counter;
  std::thread one([&] { counter.add(); });
  std::thread two([&] { counter.add(); });
  one.join();
  two.join();
  assert(counter.value == 2);
}
)";

}  // namespace heddle::cli
