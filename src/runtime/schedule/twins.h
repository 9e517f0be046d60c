#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/ids.h"

namespace heddle::runtime {

struct Runtime;
struct Thread;

// The bytes of an object that is the argument of a thread, as std::thread makes it; threads with larger ones have no
// twins.
inline constexpr std::size_t kMaxArgument = 128;

// Threads that cannot be told apart (docs/symmetry.md): the same thread has created them in a row, without another step
// in between, with the same function and argument. If the test says so, they take their first steps in the order in
// which they were created: every run is one of these, up to their names.
//
// That holds as long as nobody finds out who is who. So whoever asks for the identity of a twin, joins some of them and
// then does something else than joining the others, or takes results that differ, ends it for good: tell_apart(). What
// their creator does to memory between two creations, or two joins, is ordered for one of them and not for the other:
// the detector is told that it is ordered for none, and what it then takes for a race ends it, too.
struct Twins {
  trace::ThreadId before;           // the one that was created before it; none if there is none
  trace::ThreadId eldest;           // of all; none for the eldest itself, and for threads without twins
  std::uint32_t members = 0;        // of the eldest: how many there are, with itself; 0 if it has no twin
  std::uint32_t joined = 0;         // of the eldest: so many have been joined
  const void* result = nullptr;     // of the eldest: what the first one that was joined has returned
  bool results_differ = false;      // of the eldest
  bool results_taken = false;       // of the eldest
  bool has_seen_itself = false;     // it has asked who it is
  bool waits = false;               // the one before it has not begun
  std::uint32_t first_in_row = 0;   // of a creator: the first child since it has taken any other step
  std::uint32_t creation = 0;       // of a creator: its step that was the last creation
  std::uint32_t join = 0;           // of a creator: its step that was the last join
  std::uint32_t argument_size = 0;  // of the object that it has as its argument; 0 if there is none

  bool has_twin() const { return eldest.valid() || members != 0; }
};

// The thread is about to be created, as the next child of `parent`, which has taken the step: looks for its twin.
void find_twin(Runtime& rt, Thread& parent, Thread& child);

// The creator has joined one of its threads; `takes_result`: it looks at what it has returned. True if what the thread
// knew may be known to who has joined it.
bool join_twin(Runtime& rt, Thread& self, Thread& other, bool takes_result);

// The run is over: was somebody about to do something else than joining the rest?
void end_twins(Runtime& rt);

// Something has told them apart: they are threads like all others from now on, in all runs.
void give_up_twins(Runtime& rt);
// The thread is told who it is.
void see_itself(Thread& self);
// Somebody asks for this very thread.
void tell_apart(const Thread& thread);

}  // namespace heddle::runtime
