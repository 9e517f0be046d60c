#pragma once

#include <string>

#include "abi/capture.h"
#include "native/source_lines.h"
#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::native {

// The words that a run with Slot::capture left in the channel. Variables with the same name on different stacks also
// get the name of their thread: "worker#2's count".
trace::Explanation read_words(const abi::Capture& captured, const trace::Names& names, const trace::Trace& trace,
                              SourceLines& lines);

// What this run says about a failure of another run with the same schedule.
std::string note_of(const trace::Failure* failure, const trace::Trace& trace, const trace::Names& names);

}  // namespace heddle::native
