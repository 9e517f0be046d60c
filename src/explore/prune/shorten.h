#pragma once

#include <cstddef>

#include "trace/trace.h"

namespace heddle::explore::prune {

// The run up to the operation with this index, a step: threads that took steps after it are stopped before these.
void shorten(const trace::Trace& whole, std::size_t operations, trace::Trace& shortened);

}  // namespace heddle::explore::prune
