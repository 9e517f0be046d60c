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
  // Arrays, and mistakes with them, with locks and with division in any case.
  bool mistaken = false;
  // Inputs without a domain in any case, of which the lowest two bits matter; those and branches in any case.
  bool open_inputs = false;
  // Atomic operations in any case, and compare-exchange expects what was computed.
  bool compares = false;
  // Condition variables and waits with time-outs in any case.
  bool timed = false;
  // Threads that run from the start join each other, several of them the same one, some in a circle.
  bool joins = false;
};

// A random model program: two to four threads over shared variables, arrays, locks, condition variables,
// semaphores, barriers and inputs from small domains. Each program uses only some of these features, so that
// those which it has meet often. It always compiles, always ends, and sometimes fails or deadlocks on purpose.
Program generate(std::uint64_t seed, const Size& size = {});

}  // namespace heddle::differential
