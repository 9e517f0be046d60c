#pragma once

#include <cstdint>

#include "tests/differential/program.h"

namespace heddle::differential {

// A random model program of two to four threads that do little but block: nested locks in any order, locks that are
// never released, joins, and with `waiting` also condition variables, semaphores and barriers. Reads and writes in
// between decide which thread blocks where. Most of them can deadlock, in ways that depend on the schedule.
Program generate_blocking(std::uint64_t seed, bool waiting);

}  // namespace heddle::differential
