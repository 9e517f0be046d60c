#pragma once

#include <cstdint>

namespace heddle::cli {

// Bytes of memory that the processes which descend from this one use now; what they share counts once.
std::uint64_t memory_use();

// Most of what this machine, or the group of processes that we are in, may use.
std::uint64_t default_memory_limit();

}  // namespace heddle::cli
