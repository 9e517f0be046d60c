#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace heddle::differential {

// A line of a C program. Numbers between two '@' may be changed, and a line that is one statement may be left out; then
// the program still compiles, and the meaning of the other lines does not change.
struct CLine {
  std::string text;
  bool is_statement = false;
};

// A random C program: threads over shared variables, pointers to them, arrays, structures, locks, functions, loops that
// wait, and assertions that concern little of it. All names begin with the prefix, and PREFIXmain() runs it.
std::vector<CLine> sliceable_program(std::uint64_t seed, const std::string& prefix);

// A file with all these programs, whose main runs the one selected by its argument.
std::vector<CLine> sliceable_file(std::span<const std::uint64_t> seeds);

// The text for the compiler. Lines given by number, counted from 1, are changed.
std::string text_of(const std::vector<CLine>& lines, const std::function<bool(std::size_t line)>& is_changed,
                    std::uint64_t seed);

}  // namespace heddle::differential
