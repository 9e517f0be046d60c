#pragma once

#include <string>

#include "cli/console.h"
#include "explore/loop.h"

namespace heddle::cli {

// "1234 tests (560/s), 1200 traces, 0 bugs, 2.2 s"
std::string status_text(const explore::Status& status);

// Shows how an exploration goes: on a terminal one line that is written over, otherwise a line every ten
// seconds. Clears its line when it goes away.
class StatusLine {
 public:
  explicit StatusLine(const Console& console) : console_(console) {}
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(const explore::Status& status);
  void clear();

 private:
  static constexpr double kSecondsBetweenLines = 10;

  const Console& console_;
  bool shown_ = false;
  double next_line_ = kSecondsBetweenLines;
};

}  // namespace heddle::cli
