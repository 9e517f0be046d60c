#include "runtime/library/effects.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

void die(const char* format, ...) {
  std::fputs(format, stderr);
  std::abort();
}

namespace {

constexpr std::size_t kRegion = 64;
constexpr std::size_t kArguments = 5;
using Memory = std::vector<unsigned char>;
using Words = std::array<std::uint64_t, kArguments>;

std::vector<bool> reads;
std::vector<bool> writes;
unsigned char* arena = nullptr;

void note(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* /*place*/) {
  const std::uint64_t begin = address - reinterpret_cast<std::uint64_t>(arena);
  for (std::uint64_t i = begin; i < begin + size && i < reads.size(); ++i) (is_write ? writes : reads)[i] = true;
}

// A function, what its arguments are, and a call of it. Kinds: t a text, b bytes, n a small number, c a character, p a
// pointer to a text, in memory.
struct Case {
  const char* name;
  const char* kinds;
  std::function<std::uint64_t(const Words&)> call;
};

char* at(const Words& w, std::size_t n) { return reinterpret_cast<char*>(w[n]); }
std::uint64_t offset(const void* pointer) {
  return pointer == nullptr ? 0 : reinterpret_cast<std::uint64_t>(pointer) - reinterpret_cast<std::uint64_t>(arena) + 1;
}
std::uint64_t sign(int n) { return n < 0 ? 2 : n > 0 ? 1 : 0; }

#define POINTER(name, kinds, ...)                                          \
  Case {                                                                   \
    #name, kinds, [](const Words& w) { return offset(name(__VA_ARGS__)); } \
  }
#define NUMBER(name, kinds, ...)                                                  \
  Case {                                                                          \
    #name, kinds, [](const Words& w) { return std::uint64_t(name(__VA_ARGS__)); } \
  }
#define SIGN(name, kinds, ...)                                           \
  Case {                                                                 \
    #name, kinds, [](const Words& w) { return sign(name(__VA_ARGS__)); } \
  }
#define A at(w, 0)
#define B at(w, 1)
#define N w[2]

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      POINTER(memcpy, "bbn", A, B, N),
      POINTER(memmove, "bbn", A, B, N),
      POINTER(mempcpy, "bbn", A, B, N),
      POINTER(memset, "bcn", A, int(w[1]), N),
      SIGN(memcmp, "bbn", A, B, N),
      POINTER(memchr, "bcn", A, int(w[1]), N),
      POINTER(memrchr, "bcn", A, int(w[1]), N),
      Case{"memccpy", "bbcn", [](const Words& w) { return offset(memccpy(A, B, int(w[2]), w[3])); }},
      NUMBER(strlen, "t", A),
      NUMBER(strnlen, "tn", A, w[1]),
      SIGN(strcmp, "tt", A, B),
      SIGN(strncmp, "ttn", A, B, N),
      SIGN(strcasecmp, "tt", A, B),
      SIGN(strncasecmp, "ttn", A, B, N),
      SIGN(strcoll, "tt", A, B),
      POINTER(strcpy, "bt", A, B),
      POINTER(stpcpy, "bt", A, B),
      POINTER(strncpy, "btn", A, B, N),
      POINTER(stpncpy, "btn", A, B, N),
      POINTER(strcat, "tt", A, B),
      POINTER(strncat, "ttn", A, B, N),
      POINTER(strchr, "tc", A, int(w[1])),
      POINTER(strchrnul, "tc", A, int(w[1])),
      POINTER(strrchr, "tc", A, int(w[1])),
      POINTER(strstr, "tt", A, B),
      POINTER(strcasestr, "tt", A, B),
      NUMBER(strspn, "tt", A, B),
      NUMBER(strcspn, "tt", A, B),
      POINTER(strpbrk, "tt", A, B),
      Case{"strsep", "pt", [](const Words& w) { return offset(strsep(reinterpret_cast<char**>(A), B)); }},
      Case{"strtok_r", "ttb",
           [](const Words& w) { return offset(strtok_r(A, B, reinterpret_cast<char**>(at(w, 2)))); }},
      NUMBER(atoi, "t", A),
      NUMBER(strtol, "tbn", A, reinterpret_cast<char**>(B), int(N) == 1 ? 10 : int(N)),
      Case{"strtod", "tb",
           [](const Words& w) { return std::bit_cast<std::uint64_t>(strtod(A, reinterpret_cast<char**>(B))); }},
      Case{"modf", "nb",
           [](const Words& w) {
             return std::uint64_t(__builtin_modf(double(w[0]) / 4, reinterpret_cast<double*>(B)) * 4);
           }},
  };
  return all;
}

#undef POINTER
#undef NUMBER
#undef SIGN
#undef A
#undef B
#undef N

class EffectsTest : public testing::TestWithParam<std::size_t> {
 protected:
  base::Rng rng{7};

  // Few different characters, so that texts have something in common.
  void fill(Memory& memory, std::size_t begin, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) memory[begin + i] = static_cast<unsigned char>("aAb12 ,-."[rng.below(9)]);
  }
};

TEST_P(EffectsTest, everything_that_the_function_reads_and_writes_is_told) {
  const Case& function = cases()[GetParam()];
  const Effects* const effects = effects_of(function.name);
  ASSERT_NE(effects, nullptr);
  for (int round = 0; round < 200; ++round) {
    Memory memory(kRegion * kArguments);
    Memory start(memory.size());
    arena = memory.data();
    fill(start, 0, start.size());
    Words words{};
    for (std::size_t i = 0; function.kinds[i] != 0; ++i) {
      const char kind = function.kinds[i];
      words[i] = kind == 'n'   ? rng.below(12)
                 : kind == 'c' ? "aA\0z"[rng.below(4)]
                               : reinterpret_cast<std::uint64_t>(arena) + i * kRegion;
      if (kind == 't') start[i * kRegion + rng.below(12)] = 0;
      if (kind == 'p') {
        const std::uint64_t text = reinterpret_cast<std::uint64_t>(arena) + (kArguments - 1) * kRegion;
        std::memcpy(&start[i * kRegion], &text, sizeof text);
        start[start.size() - 1 - rng.below(kRegion)] = 0;
      }
    }
    Words told = words;
    if (std::strcmp(function.name, "strtol") == 0 && told[2] == 1) told[2] = 10;
    memory = start;
    ASSERT_EQ(arena, memory.data());
    reads.assign(memory.size(), false);
    writes.assign(memory.size(), false);
    LibraryCall call(told.data(), nullptr, note, [](const void*) { return true; });
    effects->tell(call);
    EXPECT_EQ(memory, start) << function.name << " was changed by what is told of it";
    const std::uint64_t result = function.call(words);
    const Memory end = memory;
    for (std::size_t i = 0; i < end.size(); ++i)
      EXPECT_TRUE(end[i] == start[i] || writes[i]) << function.name << " writes byte " << i << " unnoticed";
    // What is not read may be anything; what is written does not depend on it.
    for (std::size_t i = 0; i < start.size(); ++i)
      memory[i] = reads[i] ? start[i] : static_cast<unsigned char>(rng.next());
    const Memory other = memory;
    EXPECT_EQ(function.call(words), result) << function.name << " reads more than what is told";
    for (std::size_t i = 0; i < end.size(); ++i) {
      if (writes[i])
        EXPECT_EQ(memory[i], end[i]) << function.name << " leaves byte " << i << " that it is told to write";
      if (!writes[i]) EXPECT_EQ(memory[i], other[i]) << function.name << " writes byte " << i << " unnoticed";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(functions, EffectsTest, testing::Range(std::size_t{0}, cases().size()),
                         [](const auto& info) { return std::string(cases()[info.param].name); });

struct Told {
  std::vector<std::string> all;
};
Told* told = nullptr;

std::vector<std::string> effects(const char* name, std::vector<std::uint64_t> arguments) {
  Told result;
  told = &result;
  arguments.resize(16);
  LibraryCall call(
      arguments.data(), nullptr,
      [](std::uint64_t, std::uint64_t size, bool is_write, const heddle_place*) {
        told->all.push_back((is_write ? "write " : "read ") + std::to_string(size));
      },
      [](const void*) { return false; });
  effects_of(name)->tell(call);
  if (call.is_unknown()) result.all.emplace_back("unknown");
  return result.all;
}

std::uint64_t word(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
using Texts = std::vector<std::string>;

TEST(Effects, formats_tell_of_their_texts_and_of_what_is_written) {
  char to[64];
  int count = 5;
  EXPECT_EQ(effects("snprintf", {word(to), 64, word("%d %s"), 42, word("abc")}),
            (Texts{"read 6", "read 4", "write 7"}));
  EXPECT_EQ(effects("snprintf", {word(to), 3, word("%.2s|%5d"), word("abc"), 1}),
            (Texts{"read 9", "read 2", "write 3"}));
  EXPECT_EQ(effects("sprintf", {word(to), word("ab%n%%%*d"), word(&count), 4, 1}),
            (Texts{"read 10", "write 4", "write 8"}));
  EXPECT_EQ(count, 5);
  EXPECT_EQ(effects("printf", {word("%2$d"), 1, 2}), (Texts{"read 5", "unknown"}));
}

TEST(Effects, scanning_tells_of_what_it_will_assign) {
  char to[64];
  int number = 0;
  EXPECT_EQ(effects("sscanf", {word("12 ab"), word("%d %s"), word(&number), word(to)}),
            (Texts{"read 6", "read 6", "write 4", "write 3"}));
  EXPECT_EQ(effects("sscanf", {word("12 ab"), word("%d %d"), word(&number), word(to)}),
            (Texts{"read 6", "read 6", "write 4"}));
  EXPECT_EQ(effects("sscanf", {word("7"), word("%hhd%n%3c"), word(to), word(&number), word(to)}),
            (Texts{"read 10", "read 2", "write 1", "write 4"}));
  EXPECT_EQ(effects("scanf", {word("%9[^]x]%s"), word(to), word(to)}),
            (Texts{"read 10", "write 10", "write 1", "unknown"}));
  EXPECT_EQ(number, 0);
}

TEST(Effects, null_leads_nowhere) {
  EXPECT_EQ(effects("time", {0}), Texts{});
  EXPECT_EQ(effects("strtol", {word("1"), 0, 10}), Texts{"read 2"});
  EXPECT_EQ(effects("strlen", {0}), Texts{});
}

}  // namespace
}  // namespace heddle::runtime
