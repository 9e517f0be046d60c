#pragma once

#include <string>

#include "cli/console.h"
#include "explore/loop.h"

namespace heddle::cli {

// "1234 tests (560/s), 1200 traces, 17 targets left, 0 bugs, solver 40 %, 2.2 s of 60 s". What is left can only be
// shown where the strategy knows it, and may still grow.
std::string status_text(const explore::Status& status, const explore::Budget& budget = {});

// Shows how an exploration progresses: on a terminal one line that is overwritten, otherwise a line every ten seconds.
// Clears its line when it is destroyed.
class StatusLine {
 public:
  explicit StatusLine(const Console& console, explore::Budget budget = {}) : console_(console), budget_(budget) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(const explore::Status& status);
  // Only on a terminal: what is being done before the first test. Others may overwrite it.
  void announce(const std::string& text);
  void clear();

 private:
  static constexpr double kSecondsBetweenLines = 10;

  const Console& console_;
  explore::Budget budget_;
  bool shown_ = false;
  double next_line_ = kSecondsBetweenLines;
};

}  // namespace heddle::cli
