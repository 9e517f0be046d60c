#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

// CHECK guards against bugs in Heddle itself and stays on in release builds. A bug in the tested program is never a
// CHECK: it is a Finding.

namespace heddle::base {

// Prints the failed condition with its place and exits with exit code 6 (internal error).
[[noreturn]] void check_failed(const char* file, int line, const char* condition, std::string_view detail);

// Called with the text instead of printing it, before the process exits; null for none.
using CheckHandler = void (*)(std::string_view text);
void set_check_handler(CheckHandler handler);

}  // namespace heddle::base

#define CHECK(condition)                                                \
  do {                                                                  \
    if (!(condition)) [[unlikely]]                                      \
      ::heddle::base::check_failed(__FILE__, __LINE__, #condition, {}); \
  } while (false)

// CHECK_MSG(condition, "thread {} of {}", i, n): prints what is needed to reproduce the failure.
#define CHECK_MSG(condition, ...)                                                               \
  do {                                                                                          \
    if (!(condition)) [[unlikely]]                                                              \
      ::heddle::base::check_failed(__FILE__, __LINE__, #condition, ::fmt::format(__VA_ARGS__)); \
  } while (false)
