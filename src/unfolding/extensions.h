#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"
#include "unfolding/thread_trees.h"

namespace heddle::unfolding {

// The possible extensions of a branching process: the events that have not been executed but could be next.
//
// A new condition, version, read or end of a thread asks ThreadTrees for its partners, those with which it can happen
// together; whichever of two partners is added last finds the other. A thread condition whose next operation is on
// location x is *registered* at every version of x with which it can happen together: those versions form a subtree of
// the version tree, rooted at the last version of x in its history, because histories only grow downward. Registration
// at a version that does not enable the operation (a held lock) yields no extension.
//
// This replaces the adjacency graphs and alternative lists of JASE 2014, section 5. The naive algorithm of
// section 4.2.1 is in naive_extensions.h and must find the same events.
class Extensions {
 public:
  // What the branching process does not know: the initial state of a location, and which outcomes of a decision are
  // possible and to be tried after a condition (the one that was executed is added anyway).
  struct Oracle {
    std::function<std::int64_t(trace::LocationId)> initial_state;
    std::function<std::span<const std::int32_t>(EventId condition)> outcomes;
  };

  Extensions(BranchingProcess& process, Concurrency& concurrency, Oracle oracle);

  // Must be called for every executed event, and for the start of every thread, in this order: version_added if it
  // modifies, read_added if it observes, condition_added if the thread has a next operation, thread_ended if it has
  // none and has ended.
  void version_added(EventId e);
  void read_added(EventId e);
  void condition_added(EventId e);
  void thread_ended(EventId e);
  // Instead of all these, if the thread closes.
  void thread_closed(EventId e) { trees_.reached(e); }

  EventId initial_version(trace::LocationId location);

  // A decision with an outcome that was not foreseen. It is not among found().
  EventId add_outcome(EventId condition, std::int32_t choice);

  // The extensions found since the last call to clear_found.
  const std::vector<EventId>& found() const { return found_; }
  void clear_found() { found_.clear(); }

  // Up to this many candidates are checked one by one, without a walk.
  void set_few(int count) {
    few_ = count;
    trees_.set_few(static_cast<std::size_t>(count));
  }

  ThreadTrees& trees() { return trees_; }
  const ThreadTrees& trees() const { return trees_; }

 private:
  // Place-replicated: a set of reads that a modification comes after.
  struct Reads {
    Cut cut;                       // their histories, and those of condition and version
    std::vector<EventId> readers;  // possible next members
  };

  void walk(EventId condition, EventId version);
  bool has_few_successors(EventId version) const;
  // Registered at the version.
  bool has_few_conditions(EventId version) const;
  // The version of a condition variable at which a wait of the thread ended, if it ended before or at `version`;
  // otherwise `version`. A waiting thread may have been woken in its own past: in the place-replicated net the release
  // of its lock comes after the failed try-locks, whose threads may know the signal and later versions.
  EventId first_without(trace::ThreadId thread, EventId version) const;
  // Adds the extensions of a condition at a version where it is registered; false if the walk ends here.
  bool offer(EventId condition, EventId version);
  void add(EventId condition, EventId version, std::int32_t choice, trace::Effect effect,
           std::span<const EventId> consumed);
  void add_outcomes(EventId condition, EventId version, trace::Effect effect, std::span<const EventId> consumed);
  // Place-replicated: adds the modification of `version` after every set of reads of it that contains the one
  // in reads_[level].
  void expand_reads(EventId condition, EventId version, std::size_t level);
  void collect_reads(const History& cut, EventId condition, EventId version);
  Reads& reads(std::size_t level);

  BranchingProcess& process_;
  Concurrency& concurrency_;
  Oracle oracle_;
  int few_ = 8;
  ThreadTrees trees_;
  std::vector<EventId> partners_;
  std::vector<EventId> versions_;
  std::vector<EventId> found_;
  std::vector<EventId> to_walk_;
  std::vector<std::unique_ptr<Reads>> reads_;  // by level
  std::vector<EventId> consumed_;              // result of collect_reads
};

}  // namespace heddle::unfolding
