#pragma once

#include "abi/channel.h"
#include "abi/instrumented.h"

namespace heddle::runtime {

// Adds a failure to the trace, unless an equal one is already there.
void add_failure(const abi::FailureRecord& failure);

// Adds the text as the note of a failure.
std::uint32_t add_note(const char* text);

// The running thread has failed and stops; the others continue. Does not return. Before the first run and after the
// last, it ends the process with a message.
[[noreturn]] void fail(trace::FailureKind kind, const heddle_place* place, const char* note_format, ...)
    __attribute__((format(printf, 3, 4)));

}  // namespace heddle::runtime

// Called in a run for debuggers (Settings::os_threads) where a bug shows: in the thread that failed, or in the last one
// that ran before a deadlock. Does nothing; breakpoints are set on it. Debuggers show no source of it: it is not the
// user's.
extern "C" __attribute__((noinline, used, nodebug, visibility("default"))) void heddle_finding(const char* what);
