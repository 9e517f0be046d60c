#pragma once

#include <fmt/format.h>

#include <string>

#include "trace/explanation.h"

namespace heddle::report {

// What a statement does to one object of the library, whose parts it reads and writes one after the other: one note,
// `s.name: "abc" -> "abd"`, for all of them.
struct Treatment {
  std::string location;
  std::string before;  // the value found first
  std::string now;     // the last one known
  bool is_written = false;

  void add(const trace::Words& words, bool writes) {
    if (before.empty() && !is_written) before = words.before;
    is_written = is_written || writes;
    now = writes ? words.after : words.before.empty() ? now : words.before;
  }

  bool says_something() const { return is_written || !now.empty(); }

  std::string note() const {
    if (!is_written) return now.empty() ? "reads " + location : fmt::format("{} is {}", location, now);
    const bool is_known = !before.empty() && !now.empty() && before != now;
    return is_known ? fmt::format("{}: {} -> {}", location, before, now) : "writes " + location;
  }
};

}  // namespace heddle::report
