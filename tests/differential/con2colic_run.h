#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/differential/all_runs.h"
#include "trace/executor.h"

namespace heddle::differential {

// What a con2colic exploration covered and found.
struct Con2colicRun {
  LocalHistories histories;
  BranchDegrees branches;
  std::set<std::string> findings;
  std::vector<std::string> reasons;
};

// With at most this many interferences; stops after this many tests. The executor makes reads symbolic. `by_pairs`:
// searches deadlocks as those of many threads.
Con2colicRun run_con2colic(trace::Executor& executor, std::uint32_t bound, std::uint64_t max_tests,
                           bool by_pairs = false);

// Empty if it covered exactly what all runs with at most this many interferences show.
std::string difference(const AllHistories& expected, const Con2colicRun& seen, std::uint32_t bound);

}  // namespace heddle::differential
