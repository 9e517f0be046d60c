#pragma once

#include <vector>

#include "explore/interference/forest.h"
#include "symbolic/expressions.h"
#include "trace/trace.h"

namespace heddle::explore::interference {

// The symbolic trace of a run (Def. 1): one event for each operation of the trace, at the same index. The executor must
// make reads symbolic (trace::SymbolicValues::kInputsAndReads).
void symbolic_trace(const trace::Trace& trace, symbolic::Expressions& expressions, std::vector<Event>& events);

// An operation that a thread still has to do: what is known about it before it happens.
Event pending_event(const trace::Operation& op);

// The condition that a decision has this outcome.
symbolic::ExprId condition_of(symbolic::Expressions& expressions, std::int64_t operand, std::int64_t outcome);
// The condition that a compare-exchange, which finds the value of the variable, succeeds or fails.
symbolic::ExprId condition_of(symbolic::Expressions& expressions, symbolic::ExprId variable, std::int64_t expected,
                              bool succeeds);

}  // namespace heddle::explore::interference
