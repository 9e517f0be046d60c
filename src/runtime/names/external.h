#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// What was found out about an address of code.
struct KnownFunction {
  std::uintptr_t address = 0;
  bool in_library = false;    // a shared one that is not instrumented
  bool instrumented = false;  // the function
  const char* module = "";    // the file of the library that it is in; empty for the executable
};

// What was found out about those that were called last, by address.
struct KnownFunctions {
  static constexpr bool kOutlivesRuns = true;  // code stays where it is
  static constexpr std::size_t kMost = 256;    // at a time

  KnownFunction entries[kMost];
};

const KnownFunction& find_function(const void* address);

// Is this address in a shared library that is not instrumented?
bool is_in_library(const void* address);

// What was added to the addresses in the file of the executable when it was loaded.
std::uintptr_t load_address();

}  // namespace heddle::runtime
