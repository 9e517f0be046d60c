#pragma once

#include <cstdint>

#include "runtime/memory/frames.h"

namespace heddle::runtime {

struct Runtime;

// A heap block is freed, which is a write to all of it: nobody may use it at the same time. It is up to the heap to
// report, after this, that it is freed for the second time: which of the two comes first is a question of order.
void end_block(Runtime& rt, std::uint64_t begin, std::uint64_t size);

// Where reads are variables: these bytes, of a block that is freed or of a variable that goes out of scope, cannot be
// used from now on. Each visible cell among them ends in a step of its own, like a lock that is destroyed; a single
// write to all of them would make them one cell, too large for a variable.
void end_cells(Runtime& rt, std::uint64_t begin, std::uint64_t size);

// The running thread reads a heap block in order to move and free it; that it is already freed is reported then.
void read_block(Runtime& rt, std::uint64_t begin, std::uint64_t size);
// The same where reads are variables: each visible cell is a variable of its own.
void read_cells(Runtime& rt, std::uint64_t begin, std::uint64_t size);

// A variable ends, which is a write to it: a thread that uses it at the same time may come too late. Has no effect in a
// loop that waits (spin.h), since nobody can see it.
void end_variable(Runtime& rt, std::uint64_t begin, std::uint64_t size);

// The same for all variables that are still live in a part of the running thread's stack: variable-length arrays, what
// an exception or a longjmp jumps over, everything of a thread that is ended by pthread_exit or cancellation.
void end_variables(Runtime& rt, Frames::Range range);

// Variables are about to live in this part of the running thread's stack, where others may still look for what lived
// there before: from now on they find something else. Each visible cell is a step.
void begin_variables(Runtime& rt, Frames::Range range);

// The running thread uses thread-local memory of another one (is_lent): it then matters when that one ends. If this is
// new, the exploration starts again.
void note_lent(Runtime& rt, std::uint64_t begin, std::uint64_t size);

// The running thread ends, and its thread-local variables with it.
void end_thread_locals(Runtime& rt, const void* begin, const void* end);

}  // namespace heddle::runtime
