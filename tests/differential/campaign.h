#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace heddle::differential {

// What the comparisons of a program have shown.
struct Shown {
  std::string difference;                       // empty if there is none
  std::map<std::string, std::uint64_t> counts;  // summed over all programs, by name
};

// Random programs of C, one per seed. Many are in one file, since compiling and linking take longer than exploring;
// each is explored in a process of its own, so that a crash of ours is a difference like any other.
struct Campaign {
  std::vector<std::string> flags;  // for the compiler
  // A file whose main runs the program that its argument numbers: the one of that seed.
  std::function<std::string(std::span<const std::uint64_t> seeds)> file;
  std::function<Shown(const std::string& executable, std::size_t index, std::uint64_t seed)> compare;
};

// Fails the test for each program that differs, with its seed and its text, up to a few of them. Prints and gives the
// sums of what was counted.
std::map<std::string, std::uint64_t> run(const Campaign& campaign, std::uint64_t first, std::uint64_t count);

}  // namespace heddle::differential
