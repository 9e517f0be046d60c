#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "trace/thread_set.h"
#include "trace/trace.h"

namespace heddle::trace {

// The two nets of the papers. They differ in what a modifying event depends on: in the place-replicated net also
// on the events that have observed the version it replaces.
enum class Net : std::uint8_t { kContextual, kPlaceReplicated };

// The canonical identity of events, Mazurkiewicz traces, local and final states, computed from one trace alone.
//
// An event is a step together with its causal past, so its hash is built from the hashes of its immediate causes:
// the event before it in its thread (the creation, for the first event of a created thread), the version of its
// location that it observes or replaces, in the place-replicated net the observers of a replaced version, and
// the waker of an awaiting step. The set of different event hashes over all traces of a program is therefore the
// set of events of its unfolding, and the last events of the threads determine a Mazurkiewicz trace.
//
// Invariants: (1) equivalent traces have the same hashes, whatever the order of their steps; (2) a hash does not depend
// on the order in which an executor first saw the threads: a created thread is named by its parent and its number among
// the children; (3) nothing is allocated once the tables have grown to the size of the program. The spans that are
// returned live until the next call. Owned by whoever asks; keeps nothing of a trace.
class Identity {
 public:
  // One hash per step, in the order of execution.
  std::span<const base::Hash128> events(const Trace& trace, Net net);

  // The Mazurkiewicz trace including how each thread ended. Not meaningful for a run that ended as kAsleep.
  base::Hash128 mazurkiewicz(const Trace& trace);

  // The local state of the acting thread after each step: its own history (what it did, read and was given).
  std::span<const base::Hash128> local_states(const Trace& trace);

  // The last value of every modified location, and how each thread ended.
  base::Hash128 final_state(const Trace& trace);

 private:
  struct ThreadRecord {
    base::Hash128 identity;  // (parent's identity, n-th child), or the id of an initial thread
    base::Hash128 last;      // its last event or local state
    base::Hash128 waker;     // the last event that woke it
    std::uint64_t children = 0;
  };
  struct LocationRecord {
    std::uint64_t run = 0;    // the records of earlier runs are stale
    base::Hash128 version;    // the last modifying event; zero for the initial version
    base::Hash128 observers;  // the sum of the events that have observed this version
    base::Hash128 additions;  // if they commute: the sum of those since then
    std::int64_t value = 0;   // final_state only
  };

  void start();
  ThreadRecord& thread(ThreadId id);
  // Registers the thread as the next child of its parent, with `first_cause` before its first event.
  void create(ThreadRecord& parent, ThreadId child, const base::Hash128& first_cause);
  LocationRecord& location(LocationId id);
  static void end_additions(LocationRecord& x);
  // `commuting`: are additions independent of each other (trace::dependent)? In the unfolding they are versions.
  base::Hash128 event(const Operation& op, Net net, bool commuting);
  base::Hash128 local_state(const Operation& op);
  // How each thread ended, together with its last event if `with_last`.
  base::Hash128 ends(const Trace& trace, bool with_last);

  ThreadSet known_;
  std::uint64_t run_ = 0;
  std::array<ThreadRecord, kMaxThreads> threads_;
  std::vector<LocationRecord> locations_;
  std::vector<base::Hash128> result_;
};

}  // namespace heddle::trace
