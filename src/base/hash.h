#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace heddle::base {

// The finaliser of splitmix64: every input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// A 128-bit fingerprint. Two different structures collide with probability about n^2 / 2^129 among n of
// them, which for a billion is below 10^-20: the code treats equal fingerprints as equal structures.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend constexpr auto operator<=>(const Hash128&, const Hash128&) = default;

  // Appends a word; the order of the words matters.
  constexpr Hash128& add(std::uint64_t word) {
    low = mix((low ^ word) + 0x9e3779b97f4a7c15ULL);
    high = mix((high + word) ^ 0xc2b2ae3d27d4eb4fULL) + low;
    return *this;
  }
  constexpr Hash128& add(const Hash128& h) { return add(h.low).add(h.high); }

  // Adds an element of a set: the order of the elements does not matter.
  constexpr Hash128& add_unordered(const Hash128& h) {
    low += mix(h.low + 0x9e3779b97f4a7c15ULL);
    high += mix(h.high ^ 0x165667b19e3779f9ULL);
    return *this;
  }
};

}  // namespace heddle::base

template <>
struct std::hash<heddle::base::Hash128> {
  std::size_t operator()(const heddle::base::Hash128& h) const noexcept { return h.low; }
};
