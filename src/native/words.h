#pragma once

#include <string>

#include "abi/channel.h"
#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::native {

// The words that a run with Channel::capture has left in the channel. Variables of different stacks that have the same
// name also have that of their thread: "worker#2's count".
trace::Explanation read_words(const abi::Channel& channel, const trace::Names& names, const trace::Trace& trace);

// What this run says about a failure of another one with the same schedule.
std::string note_of(const trace::Failure* failure, const trace::Trace& trace, const trace::Names& names);

}  // namespace heddle::native
