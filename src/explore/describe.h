#pragma once

#include <string>

#include "trace/deadlock_cores.h"
#include "trace/names.h"
#include "trace/trace.h"

// Sentences for people about what a trace shows.

namespace heddle::explore {

// "file:line:column"
std::string describe_place(const trace::Names& names, trace::PlaceId place);

// "assertion failed: x == 3"
std::string describe_failure(const trace::Names& names, const trace::Failure& failure);
std::string describe_failure(trace::FailureKind kind, const std::string& note);

// "p0 waits for lock fork[1], held by p1; p1 waits for lock fork[0], held by p0"
std::string describe_deadlock(const trace::Names& names, const trace::Trace& trace, const trace::DeadlockCore& core);

// The schedule of a test, to reproduce a bug of Heddle: "0 0 1:2 0, then run-on, 1 asleep".
std::string describe_test(const trace::Test& test);

}  // namespace heddle::explore
