#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "base/hash_set.h"
#include "trace/executor.h"
#include "trace/identity.h"

namespace heddle::differential {

// What explorations of a program with inputs showed, to the extent that it does not depend on values that the program
// never looks at. False assumptions are left out of the events: the unfolding strategies do not try them.
struct InputObservations {
  base::HashSet traces;
  base::HashSet contextual_events;
  base::HashSet replicated_events;
  std::set<std::string> findings;
};

class InputCollector {
 public:
  explicit InputCollector(InputObservations& result) : result_(result) {}

  void observe(const trace::Trace& trace);

 private:
  InputObservations& result_;
  trace::Identity identity_;
};

// The slow twin of symbolic execution: each input takes each of the values 0 to 3, and for each combination all
// interleavings are run. None if it takes more than this many runs.
std::optional<InputObservations> observe_all_inputs(trace::Executor& executor, std::uint64_t max_runs);

}  // namespace heddle::differential
