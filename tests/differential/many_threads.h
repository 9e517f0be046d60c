#pragma once

#include <cstdint>

#include "tests/differential/program.h"

namespace heddle::differential {

// Two or three threads of a random program that really share data, among up to 200 others that do not interfere: these
// are idle, have cells of their own, are joined before the next one begins, create each other in a chain, or pass on a
// semaphore. So thread numbers are high, and there are as many traces as without the others.
struct ManyThreads {
  Program program;
  Program few;  // without the others: the same findings, at the same lines
  std::uint32_t threads = 0;
  // A thread whose number is too large for that may want to wait on a condition variable or barrier.
  bool may_be_cut = false;
};

// With `c`, c_program() does not refuse it.
ManyThreads generate_many_threads(std::uint64_t seed, bool c);

}  // namespace heddle::differential
