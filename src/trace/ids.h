#pragma once

#include <cstdint>

#include "base/id.h"

namespace heddle::trace {

// A thread, the same in every run of a program: threads are interned by (parent, n-th child of that parent).
using ThreadId = base::Id<struct ThreadTag, std::uint16_t>;
// A memory cell, lock, condition variable, semaphore or barrier, the same in every run.
using LocationId = base::Id<struct LocationTag>;
// A place in the source text.
using PlaceId = base::Id<struct PlaceTag>;
// A text that a run produced about one of its failures: Names::notes.
using NoteId = base::Id<struct NoteTag>;

// A program with more threads, over all runs, is reported as unsupported: see Outcome::kTooManyThreads.
inline constexpr std::size_t kMaxThreads = 1024;

}  // namespace heddle::trace
