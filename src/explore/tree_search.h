#pragma once

#include <cstddef>
#include <span>

#include "explore/dpor/action.h"
#include "explore/one_at_a_time.h"
#include "trace/semantics.h"

namespace heddle::explore {

// An access made by runs that were not repeated: see TreeSearch::observe_unseen.
struct Access {
  trace::ThreadId thread;
  trace::LocationId location;
  trace::OpKind kind = trace::OpKind::kRead;
  bool modifies = false;

  friend auto operator<=>(const Access&, const Access&) = default;
};

// A strategy that is a depth-first search: each test shares a prefix with the previous run, and leaves for good what
// that run did after it. Such a search can be pruned (explore/prune).
class TreeSearch : public OneAtATime {
 public:
  // How many steps of the last run are on its stack; the search continues from one of the states before them.
  virtual std::size_t depth() const = 0;

  // The steps that sleep in the state before the step at `position`: what begins with them has been explored.
  virtual std::span<const dpor::Action> asleep(std::size_t /*position*/) const { return {}; }

  // Does it choose which steps to try based on what runs show?
  virtual bool follows_races() const { return false; }

  // Called before observe_run(), for a run that was ended early: from now on runs need not be what the search would see
  // by itself.
  virtual void expect_unseen() {}

  // Called after observe_run(), for a run that was ended early: threads would go on to make these accesses, in runs
  // that are not needed. `whole` is the run as it actually continued.
  virtual void observe_unseen(std::span<const Access> /*accesses*/, const trace::Trace& /*whole*/) {}
};

}  // namespace heddle::explore
