#pragma once

#include <string>
#include <vector>

#include "abi/channel.h"
#include "native/symbolizer.h"
#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::native {

// The stacks that a run with Slot::capture has left in the channel, a line each: of both accesses of the race
// ("write by worker#1: …"), or of each thread that has not come to its end ("worker#1: …").
std::vector<std::string> describe_stacks(const abi::Channel& channel, const trace::Names& names,
                                         const trace::Trace& trace, bool race, Symbolizer& symbolizer);

}  // namespace heddle::native
