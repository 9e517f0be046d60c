#include "runtime/failures/sanitizer_traps.h"

#include <array>
#include <cstring>

namespace heddle::runtime {

namespace {

using trace::FailureKind;

// By the number that clang gives the check (SanitizerHandler).
constexpr std::array kTraps = {
    SanitizerTrap{.what = "a sum overflows"},
    SanitizerTrap{.what = "a place that is declared unreachable is reached"},
    SanitizerTrap{.what = "control flow leaves what is allowed"},
    SanitizerTrap{.kind = FailureKind::kDivisionByZero, .what = "a division by zero, or a quotient that overflows"},
    SanitizerTrap{.what = "an object has another type"},
    SanitizerTrap{.what = "a floating point number is too large for the integer"},
    SanitizerTrap{.what = "a function of another type is called"},
    SanitizerTrap{.what = "a conversion changes the value"},
    SanitizerTrap{.what = "a builtin function gets 0"},
    SanitizerTrap{.what = "an object has another type"},
    SanitizerTrap{.what = "a value that its type does not have is loaded"},
    SanitizerTrap{.what = "a function returns nothing"},
    SanitizerTrap{.what = "a product overflows"},
    SanitizerTrap{.what = "a negation overflows"},
    SanitizerTrap{.what = "an argument is null"},
    SanitizerTrap{.what = "null is returned"},
    SanitizerTrap{.what = "an argument is null"},
    SanitizerTrap{.what = "null is returned"},
    SanitizerTrap{.kind = FailureKind::kOutOfRange, .what = "an index is out of the bounds of its array"},
    SanitizerTrap{.what = "a pointer overflows"},
    SanitizerTrap{.what = "a shift by too much, or of a bit into the sign"},
    SanitizerTrap{.what = "a difference overflows"},
    SanitizerTrap{.what = "a pointer is null, misaligned or leads to something too small"},
    SanitizerTrap{.what = "a pointer is not aligned as was promised"},
    SanitizerTrap{.what = "an array has no positive size"},
};

}  // namespace

// "ud1 NUMBER(%eax), %eax", without the number if it is 0.
SanitizerTrap sanitizer_trap(std::uintptr_t address) {
  constexpr unsigned char kStart[] = {0x67, 0x0f, 0xb9};
  constexpr unsigned char kNoNumber = 0x00;
  constexpr unsigned char kNumber = 0x40;
  const auto* const code = reinterpret_cast<const unsigned char*>(address);
  if (std::memcmp(code, kStart, sizeof kStart) != 0) return {};
  const unsigned char* const form = code + sizeof kStart;
  if (*form == kNoNumber) return kTraps[0];
  return *form == kNumber && form[1] < kTraps.size() ? kTraps[form[1]] : SanitizerTrap{};
}

}  // namespace heddle::runtime
