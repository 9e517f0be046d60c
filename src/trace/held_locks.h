#pragma once

#include <cstddef>
#include <map>

#include "trace/trace.h"

namespace heddle::trace {

// A lock, and the operation that took it.
using Held = std::map<LocationId, std::size_t>;

// The locks that a thread holds before an operation.
Held held_by(ThreadId thread, const Trace& trace, std::size_t before);

}  // namespace heddle::trace
