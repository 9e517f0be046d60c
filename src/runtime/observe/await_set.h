#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "trace/await.h"

// Which values let a loop end, if more than one comparison decides.

namespace heddle::runtime {

// What the loop does with a value of this many bits, as a function of it and of what stays the same from look to look.
struct LeavesLoop {
  bool (*leaves)(const std::uint64_t* same, std::uint64_t value);
  const std::uint64_t* same;
  unsigned bits;

  bool operator()(std::uint64_t value) const { return leaves(same, value); }
};

// What an access waits for, if the loop compares what it finds with nothing but these points; `how`: which access it
// is, as for __heddle_await_set. A load waits for the values with which it leaves the loop. One that changes memory can
// be left out only where it would change nothing: a compare-exchange waits for what it expects, an exchange for
// something other than what it stores, provided that all else leads nowhere. None if it must be treated like any other
// access.
std::optional<trace::AwaitCondition> find_condition(const LeavesLoop& leaves, std::span<const std::uint64_t> points,
                                                    std::uint32_t how);

}  // namespace heddle::runtime
