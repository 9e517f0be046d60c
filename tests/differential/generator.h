#pragma once

#include <cstdint>

#include "tests/differential/program.h"

namespace heddle::differential {

// How large the generated programs are.
struct Size {
  // About how many interleavings a program has at most, estimated from the steps of its threads.
  double interleavings = 10'000;
  std::uint32_t max_threads = 4;
  // More locks, condition variables, semaphores and barriers, fewer accesses to memory.
  bool synchronised = false;
  // Always arrays, and mistakes with them, with locks and with division.
  bool mistaken = false;
  // Always inputs without a domain, of which the lowest two bits matter; always these and branches.
  bool open_inputs = false;
  // Always atomic operations, and compare-exchange expects computed values.
  bool compares = false;
  // Always condition variables and waits with timeouts.
  bool timed = false;
  // Threads that run from the start join each other, several of them the same one, some in a cycle.
  bool joins = false;
};

// A random model program: two to four threads over shared variables, arrays, locks, condition variables, semaphores,
// barriers and inputs from small domains. Each program uses only some of these features, so that those it has interact
// often. It always compiles, always ends, and sometimes fails or deadlocks on purpose.
Program generate(std::uint64_t seed, const Size& size = {});

}  // namespace heddle::differential
