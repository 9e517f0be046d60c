#pragma once

#include <cstdint>

#include "base/id.h"
#include "trace/identity.h"
#include "trace/operation.h"
#include "trace/thread_set.h"

namespace heddle::unfolding {

using EventId = base::Id<struct EventTag>;
using VersionId = base::Id<struct VersionTag>;
// An operation as a thread reaches it, before its outcome is known; see operation_table.h.
using OperationId = base::Id<struct OperationTag>;

using trace::Net;

inline constexpr std::uint32_t kNoThread = 0xffff;
static_assert(trace::kMaxThreads < kNoThread);

// An event of the unfolding, and at the same time the thread condition that it produces.
//
// An event is (thread condition `parent`, `version`, `choice`): who does what after which local history,
// which version of its location it observes or replaces, and which of several outcomes it has. In the
// place-replicated net a modifying event also has the set of reads it consumes (Version::consumed). What it
// does is the `next` operation of its parent.
//
// Two kinds of pseudo-events make up the initial marking and are not counted: the start of a thread (no
// parent; `version` is the creating event) and the initial version of a location (no parent, no thread).
//
// Invariants:
//  1. id > id of parent, version and consumed reads: ids are in causal order.
//  2. An event is first an extension (known, not yet executed) and later executed; only then are its histories, value
//     and next operation known.
struct Event {
  enum class State : std::uint8_t { kExtension, kExecuted, kInfeasible };

  EventId parent;
  EventId version;             // observed or replaced version; the waker of an awaiting operation
  OperationId next;            // of the thread after this event; none: the thread takes no further step
  std::uint32_t threads = 0;   // history: offset of the last events of the other threads
  std::uint32_t versions = 0;  // history: offset of the last versions of the locations
  VersionId own_version;       // of a modifying event
  std::uint32_t depth = 0;     // number of events of its thread before it
  std::int32_t choice = trace::kNoChoice;
  std::uint32_t thread : 16 = kNoThread;  // kNoThread for the initial version of a location
  std::uint32_t effect : 2 = 0;           // trace::Effect
  std::uint32_t state : 2 = 0;            // State
  std::uint32_t last : 1 = 0;             // the thread has ended after this event
  std::uint32_t closes : 1 = 0;           // the thread closes after this event: see Closing
  trace::LocationId location;             // of what it observes or modifies
  std::int64_t value = 0;                 // of the location after the event

  bool executed() const { return state == static_cast<std::uint32_t>(State::kExecuted); }
  bool modifies() const { return effect == static_cast<std::uint32_t>(trace::Effect::kModify); }
  bool observes() const { return effect == static_cast<std::uint32_t>(trace::Effect::kObserve); }
  trace::ThreadId thread_id() const { return trace::ThreadId(thread); }
};
static_assert(sizeof(Event) == 48);

// What remains of a thread that *closes*: it joins these threads, and ends (docs/unfolding.md, "Joins that carry
// nothing"). None of that is an event, and its condition has no next operation.
struct Closing {
  OperationId first;  // the first of the joins
  trace::ThreadSet joined;
  bool ends_program = false;
};

// A version of a location: the node of a modifying event, or of the initial state, in the tree of versions.
struct Version {
  EventId event;
  std::uint32_t depth = 0;  // in the tree of versions
  VersionId first_child;
  VersionId next_sibling;
  std::uint32_t conditions = 0;  // list of the thread conditions registered here: they can happen together with it
  std::uint32_t consumed = 0;    // place-replicated: offset of the reads that `event` consumes
};

}  // namespace heddle::unfolding
