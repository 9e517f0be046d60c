#include <gtest/gtest.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>

#include "base/rng.h"

// runtime/strings/scan.c without shadows: it must do what the C library does.

// NOLINTBEGIN(bugprone-reserved-identifier,cert-err34-c)
namespace heddle::runtime {
namespace {

// The standard input that consists of inputs.
struct Input {
  std::string content;
  std::size_t position = 0;
};

Input& input() {
  static Input one;
  return one;
}

}  // namespace
}  // namespace heddle::runtime

using heddle::runtime::input;

extern "C" {
int heddle_lib___isoc99_vfscanf(FILE* file, const char* format, va_list list);
int heddle_lib___isoc99_vsscanf(const char* text, const char* format, va_list list);
int heddle_lib___isoc23_sscanf(const char* text, const char* format, ...);

// What scan.c needs from the runtime.
int __heddle_sym_in_any_memory(void) { return 1; }
void __heddle_sym_set(const void* /*to*/, unsigned /*byte*/, unsigned /*value*/, std::size_t /*size*/) {}
void __heddle_sym_fix_bytes(const void* /*begin*/, std::size_t /*size*/, const char* /*reason*/) {}
void* __heddle_sym_concrete(void* pointer) { return pointer; }
struct stream* heddle_lib_stream(FILE* file) {
  return file == stdin ? reinterpret_cast<struct stream*>(&input()) : nullptr;
}
void heddle_lib_streams_lock(void) {}
void heddle_lib_streams_unlock(void) {}
const unsigned char* heddle_lib_rest(struct stream* /*s*/, std::size_t* size) {
  *size = input().content.size() - input().position;
  return reinterpret_cast<const unsigned char*>(input().content.data()) + input().position;
}
void heddle_lib_skip(struct stream* /*s*/, std::size_t size) { input().position += size; }
void* heddle_lib_own_memory(std::size_t size) { return std::calloc(1, size); }
int heddle_lib_own_next(struct stream* s) {
  std::size_t left = 0;
  const unsigned char* const rest = heddle_lib_rest(s, &left);
  if (left == 0) return EOF;
  ++input().position;
  return *rest;
}
void heddle_lib_own_back(struct stream* /*s*/) { --input().position; }
}
// NOLINTEND(bugprone-reserved-identifier,cert-err34-c)

namespace heddle::runtime {
namespace {

constexpr std::size_t kMost = 5;  // directives

struct Scanned {
  int result = 0;
  long taken = 0;
  std::array<std::array<char, 64>, kMost> stored = {};

  friend bool operator==(const Scanned&, const Scanned&) = default;
};

template <class Scan>
int with_list(const Scan* scan, ...) {
  va_list list;
  va_start(list, scan);
  const int result = (*scan)(list);
  va_end(list);
  return result;
}

template <class Scan>
Scanned scanned(const Scan& scan) {
  Scanned s;
  for (auto& part : s.stored) part.fill('U');
  auto& p = s.stored;
  s.result = with_list(&scan, p[0].data(), p[1].data(), p[2].data(), p[3].data(), p[4].data());
  return s;
}

// From a stream with this text.
template <class Scan>
Scanned scanned_stream(std::string& text, const Scan& scan) {
  FILE* const stream = fmemopen(text.data(), text.size(), "r");
  Scanned s = scanned([&](va_list list) { return scan(stream, list); });
  s.taken = std::ftell(stream);
  std::fclose(stream);
  return s;
}

template <std::size_t N>
std::string some(base::Rng& rng, const char* const (&parts)[N], std::uint64_t count) {
  std::string result;
  for (std::uint64_t i = 0; i < count; ++i) result += parts[rng.below(N)];
  return result;
}

constexpr const char* kDirectives[] = {
    "%d",     "%i",    "%u",    "%x",     "%o",   "%c",  "%s",  "%n",      "%%",       "%*d",    "%*s",    "%3d",
    "%2i",    "%1x",   "%4s",   "%3c",    "%4i",  "%X",  "%0d", "%[a-f]",  "%[^a-f]",  "%3[09]", "%*[^,]", "%[]a]",
    "%[^]a]", "%[a-]", "%[-a]", "%[9-0]", "%hhd", "%hd", "%ld", "%lld",    "%jd",      "%zu",    "%td",    "%hhx",
    "%hu",    "%lx",   "%lli",  "%Li",    "%hhn", "%ln", "%f",  "%lf",     "%4lf",     "%Lf",    "%*f",    "%p",
    " ",      " ",     "\t",    ",",      "a",    "0",   "x",   "%3[^\n]", "%[0-9a-f]"};
constexpr const char* kTexts[] = {"0",
                                  "0",
                                  "1",
                                  "9",
                                  "7",
                                  "8",
                                  "x",
                                  "X",
                                  "0x",
                                  "a",
                                  "f",
                                  "F",
                                  "g",
                                  "-",
                                  "+",
                                  " ",
                                  "\n",
                                  "\t",
                                  ",",
                                  ",",
                                  "%",
                                  "]",
                                  "[",
                                  "12",
                                  "e",
                                  ".",
                                  "1.5",
                                  "b",
                                  "inf",
                                  "\xff",
                                  "0b",
                                  "-0x",
                                  "1e5",
                                  "99999999999999999999",
                                  "9223372036854775808",
                                  "4294967296"};

TEST(Scan, stores_and_takes_what_the_one_of_the_c_library_does) {
  base::Rng rng(1);
  int successes = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string format = some(rng, kDirectives, 1 + rng.below(kMost));
    std::string text = some(rng, kTexts, rng.below(9));
    const Scanned expected =
        scanned_stream(text, [&](FILE* f, va_list list) { return std::vfscanf(f, format.c_str(), list); });
    const Scanned of_stream = scanned_stream(
        text, [&](FILE* f, va_list list) { return heddle_lib___isoc99_vfscanf(f, format.c_str(), list); });
    EXPECT_EQ(of_stream, expected) << "\"" << format << "\" of \"" << text << "\"";

    input() = {text, 0};
    Scanned of_inputs = scanned([&](va_list list) { return heddle_lib___isoc99_vfscanf(stdin, format.c_str(), list); });
    of_inputs.taken = static_cast<long>(input().position);
    EXPECT_EQ(of_inputs, expected) << "\"" << format << "\" of the inputs \"" << text << "\"";

    Scanned of_text =
        scanned([&](va_list list) { return heddle_lib___isoc99_vsscanf(text.c_str(), format.c_str(), list); });
    of_text.taken = expected.taken;
    EXPECT_EQ(of_text, expected) << "\"" << format << "\" of the string \"" << text << "\"";
    if (expected.result > 0) ++successes;
  }
  EXPECT_GT(successes, 5000);
}

TEST(Scan, numbered_arguments_are_left_to_the_c_library) {
  const Scanned s = scanned([](va_list list) { return heddle_lib___isoc99_vsscanf("1 2", "%2$d %1$d", list); });
  EXPECT_EQ(s.result, 2);
  EXPECT_EQ(s.stored[0][0], 2);
  EXPECT_EQ(s.stored[1][0], 1);
}

TEST(Scan, binary_numbers_are_those_of_the_newest_c) {
  int x = 0;
  EXPECT_EQ(heddle_lib___isoc23_sscanf("0b101", "%i", &x), 1);
  EXPECT_EQ(x, 5);
}

}  // namespace
}  // namespace heddle::runtime
