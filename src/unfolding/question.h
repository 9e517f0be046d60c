#pragma once

#include <cstdint>
#include <functional>

#include "unfolding/branching_process.h"
#include "unfolding/cut.h"
#include "unfolding/encoding_limits.h"
#include "unfolding/predicate.h"

namespace heddle::unfolding {

// Is there a reachable state, among all states between two steps of all executions, in which the predicate holds? The
// unfolding contains all of them, including those that no test has visited: each configuration is one. If the answer is
// kYes, `configuration` leads to such a state and contains nothing irrelevant to it. kNo is only as good as the
// branching process: it must be complete.
Answer is_reachable(const BranchingProcess& process, const Predicate& predicate,
                    const std::function<std::int64_t(trace::LocationId)>& initial_state, double seconds,
                    Cut& configuration);

}  // namespace heddle::unfolding
