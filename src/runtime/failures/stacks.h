#pragma once

#include <cstddef>

#include "abi/channel.h"
#include "runtime/race/detector.h"
#include "trace/ids.h"

// The stacks of threads, as addresses, in a run with Slot::capture; the explorer turns them into names.

namespace heddle::runtime {

// The running thread stops here; the last such stack of a thread says where it is at the end of the run.
void keep_stop(trace::ThreadId thread);
// It takes a step, the operation of the trace with this index.
void keep_operation(std::size_t index);
// It accesses memory; perhaps this is the earlier access of the race that is looked at.
void keep_access(trace::ThreadId thread, std::uint64_t address, std::uint64_t size, trace::PlaceId place);
// This race has just occurred; it may be the one under investigation.
void keep_race(const Race& race);

}  // namespace heddle::runtime
