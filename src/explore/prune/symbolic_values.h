#pragma once

#include "trace/executor.h"
#include "trace/symbolic_values.h"

namespace heddle::explore::prune {

// What must be symbolic in runs that are pruned. What threads of a program of C or C++ keep for themselves is known by
// what they have read.
inline trace::SymbolicValues symbolic_values(const trace::Executor& executor) {
  return executor.is_exact() ? trace::SymbolicValues::kInputsReadsAndLocals
                             : trace::SymbolicValues::kInputsReadsAndMeetings;
}

}  // namespace heddle::explore::prune
