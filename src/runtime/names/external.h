#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// What is known about a code address.
struct KnownFunction {
  std::uintptr_t address = 0;
  bool in_library = false;    // a shared library that is not instrumented
  bool instrumented = false;  // is the function instrumented?
  const char* module = "";    // the file of the library that contains it; empty for the executable
};

// What is known about recently called functions, by address.
struct KnownFunctions {
  static constexpr bool kOutlivesRuns = true;  // code does not move
  static constexpr std::size_t kMost = 256;    // at a time

  KnownFunction entries[kMost];
};

const KnownFunction& find_function(const void* address);

// Is this address in a shared library that is not instrumented?
bool is_in_library(const void* address);

// The difference between the addresses in the executable file and where it was loaded.
std::uintptr_t load_address();

}  // namespace heddle::runtime
