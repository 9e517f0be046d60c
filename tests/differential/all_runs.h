#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/hash.h"
#include "explore/interference/forest.h"
#include "explore/interference/static_branches.h"
#include "trace/executor.h"

namespace heddle::differential {

// What threads did by themselves, up to some event: their branches, and what they noticed of synchronisation. Each with
// the fewest interferences of a run that shows it. Without false assumptions, which are not tried.
using LocalHistories = std::map<base::Hash128, std::uint32_t>;

// Branches in the program text, a place with an outcome, likewise. Without those of assumptions.
using BranchDegrees = explore::interference::StaticBranches::Degrees;

struct AllHistories {
  LocalHistories histories;
  BranchDegrees branches;
};

// The slow twin of con2colic testing: each input takes each of the values 0 to 3, and for each combination all
// interleavings are run. None if it takes more than this many runs. The executor makes reads symbolic.
std::optional<AllHistories> histories_of_all_runs(trace::Executor& executor, std::uint64_t max_runs);

// Those that an exploration covered; all with 0 interferences.
LocalHistories histories_of(const explore::interference::ThreadTrees& trees);

}  // namespace heddle::differential
