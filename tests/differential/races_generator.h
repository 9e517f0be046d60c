#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::differential {

// What every file of such programs begins with.
std::string races_head();

// A random C program with plain and atomic accesses, locks and, in some of them, operations that have no effect, waits
// with timeouts, or futexes: functions pINDEX_0, pINDEX_1, ... for its threads and pINDEX_main.
std::string generate_races(std::uint64_t seed, std::size_t index);

// Do its threads wake up without a reason?
inline bool is_spurious(std::uint64_t seed) { return seed % 8 == 2; }

}  // namespace heddle::differential
