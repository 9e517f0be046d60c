#pragma once

#include <cstdint>

namespace heddle::cli {

// Bytes of memory currently used by the descendants of this process; what they share counts once.
std::uint64_t memory_use();

// Most of what this machine, or the control group that we are in, may use.
std::uint64_t default_memory_limit();

}  // namespace heddle::cli
