#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/heap.h"
#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

// Reports an access to memory that is not allocated, is outside a variable, or belongs to a variable that is gone; the
// thread then fails.
[[gnu::cold]] void report_access(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place);
inline void check_memory(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  if (!may_access(address, size)) [[unlikely]]
    report_access(address, size, is_write, place);
}

// Is it a question of order whether this address, which must not be accessed now, may be accessed: is the memory gone,
// or does another thread go on calling functions there?
bool depends_on_order(std::uint64_t address);

// The same before the access becomes a step or is compared with others.
inline void check_memory_before_step(std::uint64_t address, std::uint64_t size, bool is_write,
                                     const heddle_place* place) {
  if (!may_access(address, size) && !depends_on_order(first_closed(address, size))) [[unlikely]]
    report_access(address, size, is_write, place);
}

// Adds which heap block this address is in, if any.
void add_block(TextBuffer& text, std::uint64_t address);

// The running thread fails because of this. `what` is "write of 4 bytes", "free".
[[noreturn]] void report(const HeapProblem& problem, const char* what, const heddle_place* place);

}  // namespace heddle::runtime
