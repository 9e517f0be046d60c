#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/differential/program.h"

namespace heddle::differential {

// The result of comparing one program with its slow twin.
struct Comparison {
  bool differs = false;
  bool skipped = false;  // it is too large or, with a text, it does not compile
  std::string text;
};

// One of `parts` parts of the seeds.
struct ComparedSeeds {
  std::uint64_t first = 0;
  std::uint64_t programs = 0;
  std::uint64_t part = 0;
  std::uint64_t parts = 1;
  std::uint64_t skipped_of = 10;  // at most one program in this many may be skipped
};

// Compares the program of each seed. Fails with the smallest program that still differs, and also if too many are
// skipped.
void compare_seeds(const ComparedSeeds& seeds, const std::function<Program(std::uint64_t)>& generate,
                   const std::function<Comparison(const std::string&)>& compare);

}  // namespace heddle::differential
