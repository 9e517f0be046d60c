#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "tests/differential/campaign.h"

namespace heddle::differential {

struct Agreement {
  Shown shown;
  std::set<std::string> findings;
  bool incomplete = false;
};

// All strategies that explore everything find the same bugs in a program of a file, and give the same reasons for what
// they have not explored. The exhaustive one is asked last, and only if there is hope that it finishes.
Agreement compare_strategies(const std::string& executable, std::size_t index, std::uint64_t seed);

}  // namespace heddle::differential
