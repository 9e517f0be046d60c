#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/heap.h"

namespace heddle::runtime {

// Reports an access to memory that is not allocated, or beyond a variable, or to one that is gone; the thread fails
// then.
[[gnu::cold]] void report_access(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place);
inline void check_memory(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  if (!may_access(address, size)) [[unlikely]]
    report_access(address, size, is_write, place);
}

// Reports that the program decides by what nobody has written since it was allocated.
[[noreturn]] void report_unwritten(std::uint64_t address, std::uint64_t size, std::uint64_t unwritten,
                                   const heddle_place* place);

// The running thread fails because of this. `what` is "write of 4 bytes", "free".
[[noreturn]] void report(const HeapProblem& problem, const char* what, const heddle_place* place);

}  // namespace heddle::runtime
