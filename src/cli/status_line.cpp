#include "cli/status_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace heddle::cli {

namespace {
constexpr std::string_view kClearLine = "\r\033[K";
constexpr double kShownShare = 0.01;
constexpr double kPercent = 100;

std::string of_limit(double limit) { return std::isfinite(limit) ? fmt::format(" of {:g} s", limit) : std::string(); }

// The share of the time taken by solvers, if it is worth mentioning.
std::string solver_share(const explore::Status& status) {
  double seconds = status.progress.solver_seconds;
  if (status.progress.inputs) seconds += status.progress.inputs->z3_seconds;
  if (status.seconds <= 0 || seconds / status.seconds < kShownShare) return {};
  return fmt::format(", solver {:.0f} %", kPercent * std::min(1.0, seconds / status.seconds));
}
// "37", "4200": no more digits than are significant.
std::string rounded(double number) {
  double unit = 1;
  while (number / unit >= kPercent) unit *= 10;  // two digits
  return fmt::format("{:.0f}", std::round(number / unit) * unit);
}

// "about 40 to 900", "up to about 900".
std::string range(double low, double high) {
  const std::string from = rounded(low);
  return from == "0" ? "up to about " + rounded(high) : fmt::format("about {} to {}", from, rounded(high));
}

// What is left, and how long it takes at the present rate.
std::string left_text(const explore::Status& status) {
  constexpr double kSecondsToKnow = 1;
  if (!status.left) return status.is_endless || status.seconds < kSecondsToKnow ? "" : ", end not in sight";
  const auto& [low, high] = *status.left;
  std::string text = fmt::format(", {} tests left", range(low, high));
  if (status.tests == 0 || status.seconds <= 0) return text;
  const double seconds_per_test = status.seconds / static_cast<double>(status.tests);
  return text + fmt::format(" ({} s)", range(low * seconds_per_test, high * seconds_per_test));
}
}  // namespace

std::string status_text(const explore::Status& status, const explore::Budget& budget) {
  const bool bounded = budget.tests != explore::Budget{}.tests;
  std::string text = fmt::format("{}{} tests", status.tests, bounded ? fmt::format(" of {}", budget.tests) : "");
  if (status.seconds > 0) text += fmt::format(" ({:.0f}/s)", static_cast<double>(status.tests) / status.seconds);
  if (status.progress.traces != 0) text += fmt::format(", {} traces", status.progress.traces);
  if (status.progress.events != 0) text += fmt::format(", {} events", status.progress.events);
  if (status.progress.targets != 0) text += fmt::format(", {} targets left", status.progress.targets);
  text += left_text(status);
  text += fmt::format(", {} bug{}", status.findings, status.findings == 1 ? "" : "s");
  return text + solver_share(status) + fmt::format(", {:.1f} s{}", status.seconds, of_limit(budget.seconds));
}

void StatusLine::show(const explore::Status& status) {
  if (console_.live) {
    // A longer text would wrap, and only its last line would be overwritten.
    console_.err << kClearLine << status_text(status, budget_).substr(0, console_.width - 1) << std::flush;
    shown_ = true;
  } else if (status.seconds >= next_line_) {
    console_.err << status_text(status, budget_) << std::endl;
    next_line_ = status.seconds + kSecondsBetweenLines;
  }
}

void StatusLine::announce(const std::string& text) {
  if (!console_.live) return;
  console_.err << kClearLine << text.substr(0, console_.width - 1) << "\r" << std::flush;
  shown_ = true;
}

void StatusLine::clear() {
  if (shown_) console_.err << kClearLine << std::flush;
  shown_ = false;
}

}  // namespace heddle::cli
