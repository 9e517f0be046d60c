#pragma once

#include <algorithm>
#include <array>

#include "runtime/library/effects.h"

namespace heddle::runtime {

// A part of the table, sorted by the compiler.
template <std::size_t N>
consteval std::array<Effects, N> sorted(std::array<Effects, N> entries) {
  std::sort(entries.begin(), entries.end(), [](const Effects& a, const Effects& b) { return a.name < b.name; });
  return entries;
}

}  // namespace heddle::runtime
