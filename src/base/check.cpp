#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace heddle::base {

namespace {
constexpr int kInternalError = 6;
CheckHandler check_handler = nullptr;
}  // namespace

void set_check_handler(CheckHandler handler) { check_handler = handler; }

void check_failed(const char* file, int line, const char* condition, std::string_view detail) {
  std::string text = fmt::format("internal error at {}:{}: {} does not hold\n", file, line, condition);
  if (!detail.empty()) text += fmt::format("  {}\n", detail);
  if (check_handler != nullptr) check_handler(text);
  std::fflush(stdout);
  fmt::print(stderr, "heddle: {}", text);
  fmt::print(stderr, "  This is a bug of Heddle, not of the tested program. Please report the lines above.\n");
  std::fflush(stderr);
  std::_Exit(kInternalError);
}

}  // namespace heddle::base
