#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace heddle::base {

namespace {
constexpr int kInternalError = 6;
}

void check_failed(const char* file, int line, const char* condition, std::string_view detail) {
  std::fflush(stdout);
  fmt::print(stderr, "heddle: internal error at {}:{}: {} does not hold\n", file, line, condition);
  if (!detail.empty()) fmt::print(stderr, "  {}\n", detail);
  fmt::print(stderr, "  This is a bug of Heddle, not of the tested program. Please report the lines above.\n");
  std::fflush(stderr);
  std::_Exit(kInternalError);
}

}  // namespace heddle::base
