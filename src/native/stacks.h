#pragma once

#include "abi/channel.h"
#include "native/symbolizer.h"
#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::native {

// The stacks that a run with Slot::capture left in the channel: of both accesses of the race, or of each thread that
// has not ended.
void read_stacks(const abi::Channel& channel, const trace::Names& names, const trace::Trace& trace, bool race,
                 Symbolizer& symbolizer, trace::Explanation& explanation);

}  // namespace heddle::native
