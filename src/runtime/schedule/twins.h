#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/schedule/signal_state.h"
#include "trace/ids.h"

namespace heddle::runtime {

struct Runtime;
struct Thread;

// The size of an object that is the argument of a thread, as std::thread creates it; threads with larger ones have no
// twins.
inline constexpr std::size_t kMaxArgument = 128;

// What a thread begins with besides its function and argument: from its creator, or by the attributes of its creation.
struct Inherited {
  std::int64_t nanoseconds = 0;     // of its virtual clock
  SignalSet blocked = 0;            // signals; 0 if the program has done nothing with signals
  std::size_t stack = 0;            // its size
  std::uint32_t floating_mode = 0;  // how the processor rounds, and what it traps
  std::uint16_t old_mode = 0;       // the same for long double
  std::int16_t policy = 0;
  std::int16_t priority = 0;
  std::uint32_t name_hash = 0;

  bool operator==(const Inherited&) const = default;
};

// Threads that cannot be told apart (docs/symmetry.md): the same thread created them in a row, without another step in
// between, with the same function and argument, and all else that a thread inherits. If the test says so, they take
// their first steps in the order in which they were created: every run is one of these, up to their names.
//
// This holds as long as nobody finds out which is which. So a thread that asks for the identity of a twin, joins some
// of them and then does something other than joining the rest, waits for one that never ends while another one has
// ended, or uses results that differ, ends it for good: tell_apart(). What their creator does to memory between two
// creations, or two joins, is ordered for one of them and not for the other: the detector treats it as ordered for
// none, and what then looks like a race ends it, too.
struct Twins {
  trace::ThreadId before;           // the one created before it; none if there is none
  trace::ThreadId eldest;           // of all; none for the eldest itself, and for threads without twins
  std::uint32_t members = 0;        // of the eldest: how many there are, including itself; 0 if it has no twin
  std::uint32_t joined = 0;         // of the eldest: how many have been joined
  const void* result = nullptr;     // of the eldest: what the first one that was joined returned
  bool results_differ = false;      // of the eldest
  bool results_taken = false;       // of the eldest
  bool has_seen_itself = false;     // it asked which thread it is
  bool waits = false;               // the one before it has not begun
  std::uint32_t first_in_row = 0;   // of a creator: the first child since it took any other step
  std::uint32_t creation = 0;       // of a creator: the step that was its last creation
  std::uint32_t join = 0;           // of a creator: the step that was its last join
  std::uint32_t first_join = 0;     // of a creator: the first join since it took any other step
  std::uint32_t group_join = 0;     // of the eldest: the step of its creator that joined the first of them
  std::uint32_t argument_size = 0;  // of the object that is its argument; 0 if there is none
  Inherited inherited;

  bool has_twin() const { return eldest.valid() || members != 0; }
};

// The thread is about to be created, as the next child of `parent`, which has taken the step: finds its twin.
void find_twin(Runtime& rt, Thread& parent, Thread& child);

// The creator joined one of its threads; `takes_result`: it looks at the thread's result. True if the joining thread
// may learn what the thread knew.
bool join_twin(Runtime& rt, Thread& self, Thread& other, bool takes_result);

// The run is over: was some thread about to do something other than joining the rest?
void end_twins(Runtime& rt);

// Something has told them apart: from now on they are threads like any others, in all runs.
void give_up_twins(Runtime& rt);
// The thread learns which one it is, and so which of its ancestors created it.
void see_itself(Thread& self);
// Somebody asks for this particular thread.
void tell_apart(const Thread& thread);

}  // namespace heddle::runtime
