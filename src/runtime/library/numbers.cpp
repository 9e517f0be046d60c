#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/library/sorted.h"

// Effects of functions on numbers: numbers in texts, and functions that return a second number through a pointer.

// From the mathematical library, if the program uses it.
extern "C" __attribute__((weak)) int signgam;

namespace heddle::runtime {

namespace {

using C = LibraryCall;

// The text of a number, plus what may have to be examined after it to see that it ends there: "0x" and "1e+" are
// numbers of one character; the same goes for no number at all.
constexpr std::uint64_t kLookAheadInteger = 3;
constexpr std::uint64_t kLookAheadFloating = 8;

template <class Parse>
void number_in_text(C& c, std::uint64_t look_ahead, const Parse& parse) {
  if (c.text(0) == nullptr) return;
  char* end = nullptr;
  parse(c.text(0), &end);
  if (end == c.text(0)) end = const_cast<char*>(c.text(0) + std::strspn(c.text(0), " \t\n\v\f\r"));
  c.reads_text(0, static_cast<std::uint64_t>(end - c.text(0)) + look_ahead);
}

void whole(C& c) {
  number_in_text(c, kLookAheadInteger, [](const char* text, char** end) { return std::strtoull(text, end, 10); });
}

void integer(C& c) {
  number_in_text(c, kLookAheadInteger,
                 [&](const char* text, char** end) { return std::strtoull(text, end, static_cast<int>(c.number(2))); });
  c.writes(1, sizeof(char*));
}

void floating_alone(C& c) {
  number_in_text(c, kLookAheadFloating, [](const char* text, char** end) { return std::strtold(text, end); });
}

void floating(C& c) {
  floating_alone(c);
  c.writes(1, sizeof(char*));
}

template <class T>
void second(C& c) {
  c.writes(1, sizeof(T));
}
template <class T>
void third(C& c) {
  c.writes(2, sizeof(T));
}
template <class T>
void two(C& c) {
  c.writes(1, sizeof(T));
  c.writes(2, sizeof(T));
}

void sign_of_gamma(C& c) { c.writes_at(&signgam, sizeof signgam); }

double as_double(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

void short_text(C& c) {
  Scratch text(400);
  gcvt(as_double(c.number(0)), static_cast<int>(c.number(1)) % 300, text.data());
  c.writes(2, std::strlen(text.data()) + 1);
}

void digits(C& c) {
  c.writes_hidden(Hidden::kNumberText);
  c.writes(2, sizeof(int));
  c.writes(3, sizeof(int));
}

void base64(C& c) { c.reads_text(0, 6); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"atoi", whole},
    {"atol", whole},
    {"atoll", whole},
    {"atof", floating_alone},
    {"nan", [](C& c) { c.reads_text(0); }},
    {"strtol", integer},
    {"strtoll", integer},
    {"strtoul", integer},
    {"strtoull", integer},
    {"strtoimax", integer},
    {"strtoumax", integer},
    {"__isoc23_strtol", integer},
    {"__isoc23_strtoll", integer},
    {"__isoc23_strtoul", integer},
    {"__isoc23_strtoull", integer},
    {"strtod", floating},
    {"strtof", floating},
    {"strtold", floating},
    {"frexp", second<int>},
    {"frexpf", second<int>},
    {"frexpl", second<int>},
    {"modf", second<double>},
    {"modff", second<float>},
    {"modfl", second<long double>},
    {"remquo", third<int>},
    {"remquof", third<int>},
    {"remquol", third<int>},
    {"sincos", two<double>},
    {"sincosf", two<float>},
    {"sincosl", two<long double>},
    {"lgamma_r", second<int>},
    {"lgammaf_r", second<int>},
    {"lgamma", sign_of_gamma},
    {"lgammaf", sign_of_gamma},
    {"lgammal", sign_of_gamma},
    {"gcvt", short_text},
    {"ecvt", digits},
    {"fcvt", digits},
    {"a64l", base64},
    {"l64a", [](C& c) { c.writes_hidden(Hidden::kNumberText); }},
}));

}  // namespace

std::span<const Effects> effects_of_numbers() { return kTable; }

}  // namespace heddle::runtime
