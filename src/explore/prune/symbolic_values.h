#pragma once

#include "trace/executor.h"
#include "trace/symbolic_values.h"

namespace heddle::explore::prune {

// What must be symbolic in pruned runs. In a C or C++ program, what threads keep to themselves is determined by what
// they have read.
inline trace::SymbolicValues symbolic_values(const trace::Executor& executor) {
  return executor.is_exact() ? trace::SymbolicValues::kInputsReadsAndLocals
                             : trace::SymbolicValues::kInputsReadsAndMeetings;
}

}  // namespace heddle::explore::prune
