#pragma once

#include <cstddef>

#include "trace/trace.h"

namespace heddle::explore::prune {

// The run up to the operation of this index, a step: the threads that took steps behind it stand in front of them.
void shorten(const trace::Trace& whole, std::size_t operations, trace::Trace& shortened);

}  // namespace heddle::explore::prune
