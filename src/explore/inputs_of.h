#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "symbolic/expressions.h"
#include "trace/trace.h"

namespace heddle::explore {

// An input in the words of the program.
struct InputInfo {
  std::string name;
  std::int64_t value = 0;
  std::string bytes;  // if it is an array of bytes; `value` is that of the first
  trace::ThreadId thread;
  std::uint32_t nth = 0;     // of the thread; of an array, the first
  unsigned width = 0;        // in bits; of an array, that of each
  bool is_fraction = false;  // `value` is the bits of a floating-point number
};

// The inputs that a run took, in order; none if there are no expressions.
std::vector<InputInfo> inputs_of(const trace::Trace& trace, const symbolic::Expressions* expressions);

// Finds out which of them the program has computed with as floating-point numbers, in any run.
void mark_fractions(std::vector<InputInfo>& inputs, const symbolic::Expressions& expressions);

}  // namespace heddle::explore
