#pragma once

#include "abi/channel.h"
#include "abi/instrumented.h"

// What Heddle cannot control is not ignored: it is named once, with its place, and the verdict mentions it.

namespace heddle::runtime {

// The program calls something whose effects are neither explored nor undone. Null stands for __heddle_place.
void report_uncontrolled(const char* function, const heddle_place* place);

// The program received an answer that is one of many: `complete` lists it among its assumptions.
void note_assumed(abi::Assumed what);

// The program does something that only the end of its process undoes: from the next run on, each run has its own
// process.
void needs_fork();

}  // namespace heddle::runtime
