#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace heddle::cli {

namespace {

constexpr std::size_t kMinWidth = 40;
constexpr std::size_t kMaxWidth = 160;

bool has(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_dumb_terminal() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) == "dumb";
}

std::size_t terminal_width(int descriptor, std::size_t otherwise) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return otherwise;
  return std::clamp<std::size_t>(size.ws_col, kMinWidth, kMaxWidth);
}

}  // namespace

Console standard_console(const char* called_as) {
  Console console{.out = std::cout, .err = std::cerr};
  const bool smart = !is_dumb_terminal();
  console.color = smart && ::isatty(STDOUT_FILENO) == 1 && !has("NO_COLOR");
  console.live = smart && ::isatty(STDERR_FILENO) == 1;
  console.width = terminal_width(STDOUT_FILENO, console.width);
  console.heddle = called_as;
  std::error_code error;
  console.executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) console.executable = called_as;
  return console;
}

std::string colored(const Console& console, Color color, std::string_view text) {
  if (!console.color) return std::string(text);
  const auto code = [&] {
    switch (color) {
      case Color::kRed: return 31;
      case Color::kGreen: return 32;
      case Color::kYellow: return 33;
    }
    return 0;
  }();
  return fmt::format("\033[1;{}m{}\033[0m", code, text);
}

}  // namespace heddle::cli
