#pragma once

#include <cstdint>
#include <optional>
#include <span>

// Which values let a loop end, if more than one comparison decides.

namespace heddle::runtime {

// What the loop does with a value of this many bits, as a function of it and of what stays the same from look to look.
struct LeavesLoop {
  bool (*leaves)(const std::uint64_t* same, std::uint64_t value);
  const std::uint64_t* same;
  unsigned bits;

  bool operator()(std::uint64_t value) const { return leaves(same, value); }
};

// The set of values with which it leaves the loop, a packed trace::AwaitSet, if it compares them with nothing but these
// points. None if the set has too many borders, or large ones.
std::optional<std::int64_t> find_set(const LeavesLoop& leaves, std::span<const std::uint64_t> points);

}  // namespace heddle::runtime
