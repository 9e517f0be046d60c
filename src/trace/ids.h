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
// A text that a run has made, about one of its failures: Names::notes.
using NoteId = base::Id<struct NoteTag>;

// Sets of threads are 64-bit masks (waiters of a condition variable, sleep sets, enabled threads). A program
// that starts more threads in one run is reported as unsupported; see Outcome::kTooManyThreads.
inline constexpr std::size_t kMaxThreads = 64;
using ThreadSet = std::uint64_t;

constexpr ThreadSet thread_bit(ThreadId t) { return ThreadSet{1} << t.value; }
constexpr bool contains(ThreadSet set, ThreadId t) { return (set >> t.value) & 1; }

}  // namespace heddle::trace
