#include "cli/status_line.h"

#include <fmt/format.h>

#include <string_view>

namespace heddle::cli {

namespace {
constexpr std::string_view kClearLine = "\r\033[K";
}

std::string status_text(const explore::Status& status) {
  std::string text = fmt::format("{} tests", status.tests);
  if (status.seconds > 0) text += fmt::format(" ({:.0f}/s)", static_cast<double>(status.tests) / status.seconds);
  if (status.progress.traces != 0) text += fmt::format(", {} traces", status.progress.traces);
  if (status.progress.events != 0) text += fmt::format(", {} events", status.progress.events);
  return text + fmt::format(", {} bug{}, {:.1f} s", status.findings, status.findings == 1 ? "" : "s", status.seconds);
}

void StatusLine::show(const explore::Status& status) {
  if (console_.live) {
    // A longer text would wrap, and only its last line be written over.
    console_.err << kClearLine << status_text(status).substr(0, console_.width - 1) << std::flush;
    shown_ = true;
  } else if (status.seconds >= next_line_) {
    console_.err << status_text(status) << std::endl;
    next_line_ = status.seconds + kSecondsBetweenLines;
  }
}

void StatusLine::clear() {
  if (shown_) console_.err << kClearLine << std::flush;
  shown_ = false;
}

}  // namespace heddle::cli
