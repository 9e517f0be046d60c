#pragma once

#include <cstddef>
#include <map>

#include "trace/trace.h"

namespace heddle::report {

// A lock, and the operation that took it.
using Held = std::map<trace::LocationId, std::size_t>;

// The locks that a thread holds in front of an operation.
Held held_by(trace::ThreadId thread, const trace::Trace& trace, std::size_t before);

}  // namespace heddle::report
