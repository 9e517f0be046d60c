#pragma once

#include <cstdint>

#include "abi/instrumented.h"

namespace heddle::runtime {

// An access that is not allowed.
struct BadAccess {
  std::uint64_t address;
  std::uint64_t size;
  bool is_write;
  const heddle_place* place;
};

// The running thread fails because of an access to a variable: out of its bounds, or while it does not exist. `closed`
// is the first byte that must not be accessed.
[[noreturn]] void report_variable(const BadAccess& access, std::uintptr_t closed);

}  // namespace heddle::runtime
