#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/heap.h"

namespace heddle::runtime {

// Reports an access to heap memory that is not allocated; the thread fails then.
void check_heap_block(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place);
inline void check_heap(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  if (Heap::contains(address)) check_heap_block(address, size, is_write, place);
}

// The running thread fails because of this. `what` is "write of 4 bytes", "free".
[[noreturn]] void report(const HeapProblem& problem, const char* what, const heddle_place* place);

}  // namespace heddle::runtime
