#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include "report/text.h"

namespace heddle::cli {

class Session;

// Where a verb writes: results to `out`, everything about the progress of the work to `err`.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool color = false;             // of `out`
  bool live = false;              // is `err` a terminal, on which a line can be overwritten?
  std::size_t width = 100;        // of `out`
  report::Detail detail;          // of findings
  std::string heddle = "heddle";  // how the user calls this program
  std::string executable;         // its path
  Session* session = nullptr;     // with the supervisor, in the explorer
};

// For the standard streams: colours and width of the terminal; NO_COLOR is honoured.
Console standard_console(const char* called_as);

enum class Color { kRed, kGreen, kYellow };
std::string colored(const Console& console, Color color, std::string_view text);

}  // namespace heddle::cli
