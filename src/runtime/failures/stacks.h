#pragma once

#include "abi/channel.h"
#include "runtime/race/detector.h"
#include "trace/ids.h"

// The stacks of threads, as addresses, in a run with Slot::capture; the explorer turns them into names.

namespace heddle::runtime {

// The running thread stops here; the last such stack of a thread says where it is at the end of the run.
void keep_stop(trace::ThreadId thread);
// It accesses memory; this may be the earlier access of the race under investigation.
void keep_access(trace::ThreadId thread, std::uint64_t address, std::uint64_t size, trace::PlaceId place);
// This race has just occurred; it may be the one under investigation.
void keep_race(const Race& race);

}  // namespace heddle::runtime
