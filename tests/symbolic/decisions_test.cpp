#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(symbolic_decisions, a_condition_on_an_input_is_one) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      int x = heddle_int("x");
      if (x * 3 + 1 == 22) puts("seven");
      return 0;
    })");
  EXPECT_THAT(program.decisions(), ElementsAre("x == 7 is 0"));
  EXPECT_THAT(program.decisions({7}), ElementsAre("x == 7 is 1"));
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 2);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "seven\n"));
}

TEST(symbolic_decisions, what_is_in_memory_keeps_its_expression) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    struct S { char c; int i; long l; } s;
    int main(void) {
      heddle_input(&s, sizeof s, "s");
      int a[4];
      for (int i = 0; i < 4; ++i) a[i] = s.i + i;
      struct S copy = s;
      if (a[3] > 10) return 0;
      if (copy.c == 'x') return 0;
      if ((copy.l & 0xff) == 3) return 0;
      return 0;
    })");
  EXPECT_THAT(program.decisions(),
              ElementsAre("(signed) (s0.1 + 3) > 10 is 0", "s0.0 == 120 is 0", "(uint8) s0.2 == 3 is 0"));
  EXPECT_EQ(program.explore().runs, 4);
}

TEST(symbolic_decisions, functions_pass_expressions_on) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdlib.h>
    __attribute__((noinline)) static int twice(int x) { return 2 * x; }
    __attribute__((noinline)) int plus(int a, int b) { return a + b; }
    struct P { long a, b; };
    __attribute__((noinline)) struct P pair(long a, long b) { struct P p = {b, a}; return p; }
    int (*volatile pointer)(int, int) = plus;
    static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
    int main(void) {
      int x = heddle_int("x");
      if (twice(x) == 8) return 0;
      if (pointer(x, 3) == 100) return 0;
      if (pair(x, 1).b == 5) return 0;
      return 0;
    })");
  EXPECT_THAT(program.decisions(), ElementsAre("x[30:0] == 4 is 0", "x == 97 is 0", "x == 5 is 0"));
  EXPECT_EQ(program.explore().runs, 4);
}

TEST(symbolic_decisions, a_switch_is_one) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      unsigned char x = heddle_uint8("x");
      switch (x) {
        case 1: puts("one"); break;
        case 2: case 3: case 4: puts("few"); break;
        case 100: puts("hundred"); break;
        default: puts("other");
      }
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 4);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("one\n", "few\n", "hundred\n", "other\n"));
}

TEST(symbolic_decisions, an_index_to_write_at_is_one) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int table[5] = {3, 1, 4, 1, 5};
    int main(void) {
      int i = heddle_range("i", 0, 4);
      table[i] += 2;
      printf("%d %d\n", i, table[i]);
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 5);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("0 5\n", "1 3\n", "2 6\n", "3 3\n", "4 7\n"));
  EXPECT_EQ(explored.assume_failed, 0);
  EXPECT_THAT(explored.reasons, testing::IsEmpty());
}

TEST(symbolic_decisions, an_index_to_read_at_is_none) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int table[5] = {3, 1, 4, 1, 5};
    int main(void) {
      int i = heddle_range("i", 0, 4);
      puts(table[i] == 1 ? "one" : "other");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 2);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("one\n", "other\n"));
  EXPECT_THAT(explored.reasons, testing::IsEmpty());
}

TEST(symbolic_decisions, a_division_may_be_by_zero_or_overflow) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    int main(void) {
      int x = heddle_int("x"), y = heddle_int("y");
      if (x / y == 7) return 0;
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 4);
  EXPECT_THAT(explored.failures, UnorderedElementsAre("division-by-zero"));
}

TEST(symbolic_decisions, a_choice_between_values_is_one_but_one_between_truths_is_not) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      int x = heddle_int("x");
      int y = x > 5 ? 1 : 2;
      _Bool both = (x > 3) & (x < 9);
      printf("%d", y);
      if (both) puts("both");
      return 0;
    })");
  EXPECT_THAT(program.decisions(), testing::SizeIs(2));
  EXPECT_THAT(program.explore().outputs, UnorderedElementsAre("1", "2", "1both\n", "2both\n"));
}

TEST(symbolic_decisions, assumptions_and_assertions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    int main(void) {
      int x = heddle_int("x");
      heddle_assume(x > 10 && x < 14);
      heddle_assert(x != 12);
      return 0;
    })");
  EXPECT_THAT(program.decisions({11}),
              ElementsAre("(signed) x > 10 is 1", "(signed) x < 14 is 1, assumed", testing::HasSubstr("x == 12")));
  const auto explored = program.explore();
  EXPECT_THAT(explored.failures, UnorderedElementsAre("assertion"));
  EXPECT_EQ(explored.runs, 3);
}

TEST(symbolic_decisions, wide_numbers_have_expressions_too) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    __int128 shared;
    int main(void) {
      unsigned long x = heddle_uint64("x");
      unsigned __int128 p = (unsigned __int128)x * 3;
      shared = p;
      if ((unsigned long)(shared >> 64) == 1) puts("carry");
      if ((unsigned long)shared == 9) puts("nine");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, testing::IsSupersetOf({"", "carry\n", "nine\n"}));
  EXPECT_THAT(explored.reasons, testing::IsEmpty());
}

TEST(symbolic_decisions, special_operations_have_expressions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      unsigned x = heddle_uint32("x");
      int r;
      if (__builtin_bswap32(x) == 0x01020304) puts("swap");
      if (__builtin_popcount(x) == 31) puts("population");
      if (x != 0 && __builtin_clz(x) == 30) puts("leading");
      if (x != 0 && __builtin_ctz(x) == 20) puts("trailing");
      if (__builtin_sadd_overflow((int)x, 2147483000, &r)) puts("overflow");
      return 0;
    })");
  const auto explored = program.explore(200);
  EXPECT_THAT(explored.reasons, testing::IsEmpty());
  std::string all;
  for (const std::string& output : explored.outputs) all += output;
  for (const char* word : {"swap", "population", "leading", "trailing", "overflow"})
    EXPECT_THAT(all, testing::HasSubstr(word));
}

TEST(symbolic_decisions, objects_of_cxx_keep_expressions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <algorithm>
    #include <iostream>
    #include <memory>
    #include <string>
    #include <vector>
    int main() {
      std::vector<int> v;
      for (int i = 0; i < 3; ++i) v.push_back(heddle_range("v", 0, 9));
      auto p = std::make_unique<int>(v[0] + v[1]);
      if (*p == 11) std::cout << "eleven " << *p << "\\n";
      if (std::max(v[1], v[2]) == 8) std::cout << "eight\\n";
      std::string s = "ab";
      s += static_cast<char>(v[2] + 'a');
      if (s == "abc") std::cout << "abc\\n";
    })",
                          {"-O2", "-std=c++20"}, SymbolicProgram::Language::kCxx);
  const auto explored = program.explore();
  std::string all;
  for (const std::string& output : explored.outputs) all += output;
  for (const char* word : {"eleven", "eight", "abc"}) EXPECT_THAT(all, testing::HasSubstr(word));
  EXPECT_THAT(explored.reasons, testing::IsEmpty());
}

TEST(symbolic_decisions, an_input_may_be_read_in_a_loop) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      int n = 0;
      while (n < 4 && heddle_range("x", 0, 100) != 0) ++n;
      printf("%d", n);
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 5);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("0", "1", "2", "3", "4"));
}

}  // namespace
}  // namespace heddle::tests
