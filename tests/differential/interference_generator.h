#pragma once

#include <cstdint>

#include "tests/differential/program.h"

namespace heddle::differential {

// A random model program whose threads make decisions on what others have written: two or three threads over a few
// shared variables with the values 0 to 3, whose branches compare them with what other threads write there, after
// branches of the same kind. So most of them have local histories that need one, two or more interferences. Some have
// inputs of two bits that count, locks, atomic updates and failing assertions. `waits`: also loops that wait for a
// value, which only C programs have.
Program generate_interferences(std::uint64_t seed, bool waits);

}  // namespace heddle::differential
