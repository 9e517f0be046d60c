#pragma once

#include <cstddef>
#include <string>

#include "symbolic/expressions.h"
#include "trace/trace.h"

namespace heddle::tests {

// What a trace says whose reads and local variables are symbolic (SymbolicValues::kInputsReadsAndLocals).
struct Segments {
  std::size_t decisions = 0;
  std::size_t writes = 0;  // with an expression
  std::size_t locals = 0;
  std::string problem;  // the first one; empty if all is well
};

// Where local variables get new names. Programs in C give them when a call has returned: nothing is computed between
// the steps of one call, such as arriving at a barrier and leaving it.
enum class Names { kAfterSteps, kAfterCalls };

// Checks that what a thread does between two visible operations is a function of the variables that begin this segment:
// what was read at its beginning, the inputs taken in it, and the last names of local variables. No expression contains
// others, and with the values that these had in the run, each has the value that it had there.
Segments check_segments(const symbolic::Expressions& in, const trace::Trace& trace, Names names = Names::kAfterSteps);

}  // namespace heddle::tests
