#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash_set.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "trace/executor.h"
#include "trace/identity.h"

namespace heddle::differential {

// What to collect in addition to traces and findings; the more, the slower.
struct Collect {
  bool states = true;
  bool events = false;
};

// Everything that one exploration of a program showed, in canonical form: two explorations that saw the same are equal
// here, whatever the order of their runs. Runs that ended as kAsleep are ignored.
struct Observations {
  explore::Result result;
  base::HashSet traces;     // Mazurkiewicz traces
  base::Hash128 order;      // of the runs, each as its trace
  base::HashSet deadlocks;  // the deadlocking ones
  base::HashSet local_states;
  base::HashSet final_states;
  base::HashSet contextual_events;  // with Collect::events: the events of the two unfoldings
  base::HashSet replicated_events;
  std::set<std::pair<std::string, std::string>> findings;  // kind and place

  bool complete() const { return result.reasons.empty(); }
};

// Does it have steps that commute although both modify their location?
bool has_additions(const trace::Trace& trace);

// Adds traces to observations.
class Collector {
 public:
  Collector(Observations& result, const Collect& collect) : result_(result), collect_(collect) {}

  void observe(const trace::Trace& trace);

 private:
  Observations& result_;
  Collect collect_;
  trace::Identity identity_;
};

// Continues after findings; `options.on_trace` is used by the collection.
Observations observe(trace::Executor& executor, explore::Strategy& strategy, explore::Options options,
                     const Collect& collect = {});
Observations observe(trace::Executor& executor, std::string_view strategy, const explore::Options& options = {},
                     const Collect& collect = {});

// Names the first thing in which the two differ, with the numbers; empty if there is none. Ignores the numbers of
// tests, and events.
std::string difference(const Observations& expected, const Observations& seen);

// Names something that was seen but not expected; empty if there is nothing.
std::string excess(const Observations& expected, const Observations& seen);

}  // namespace heddle::differential
