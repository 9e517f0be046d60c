#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Language = SymbolicProgram::Language;

// A program whose standard input consists of this many bytes of inputs.
SymbolicProgram reading(std::uint32_t bytes, const std::string& source, Language language = Language::kC) {
  native::Options options;
  options.spec.symbolic_stdin = bytes;
  return SymbolicProgram(source, {"-O2", "-fsymbolic", "-w"}, language, options);
}

TEST(symbolic_stdin, scanf_reads_a_number) {
  auto program = reading(2, R"(
    #include <stdio.h>
    int main(void) {
      int x = 0;
      if (scanf("%d", &x) == 1 && x == 42) puts("found");
      return 0;
    })");
  const auto explored = program.explore();
  // The first byte: space, '-', '+', a digit, or another; and each of these with the second one.
  EXPECT_EQ(explored.runs, 13);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "found\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_stdin, scanf_decides_each_byte_once) {
  auto program = reading(2, R"(
    #include <stdio.h>
    int main(void) {
      char a, b;
      if (scanf("%c,%c", &a, &b) == 0) puts("never");
      return 0;
    })");
  EXPECT_EQ(program.explore().runs, 2);  // is the second a comma?
}

TEST(symbolic_stdin, scanf_reads_other_bases_widths_and_lengths) {
  auto program = reading(4, R"(
    #include <stdio.h>
    int main(void) {
      unsigned char x = 0;
      short y = 0;
      int n = 0;
      if (scanf("%2hhx%1ho%*c%n", &x, &y, &n) == 2 && x == 0xab && y == 7 && n == 4) puts("found");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, Contains("found\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_stdin, scanf_reads_words_and_sets) {
  auto program = reading(4, R"(
    #include <stdio.h>
    #include <string.h>
    int main(void) {
      char word[8], letters[8];
      if (fscanf(stdin, "%1s%[a-c]", word, letters) != 2) return 0;
      if (strcmp(word, "#") == 0 && strcmp(letters, "ba") == 0) puts("found");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "found\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_stdin, a_program_may_have_its_own_scanf_with_a_list) {
  auto program = reading(1, R"(
    #include <stdarg.h>
    #include <stdio.h>
    static int my_scanf(const char* format, ...) {
      va_list list;
      va_start(list, format);
      int result = vscanf(format, list);
      va_end(list);
      return result;
    }
    int main(void) {
      int x;
      if (my_scanf("%d", &x) == 1 && x == 7) puts("seven");
      return 0;
    })");
  EXPECT_THAT(program.explore().outputs, UnorderedElementsAre("", "seven\n"));
}

// limit: floating point, `%p`, `%m`, wide characters and numbered arguments fix the bytes that they look at
TEST(symbolic_stdin, floating_point_is_fixed_and_named_and_the_rest_is_not) {
  auto program = reading(3, R"(
    #include <stdio.h>
    int main(void) {
      double d;
      char c;
      if (scanf("%c", &c) == 1 && c == 'x') puts("x");
      if (scanf("%lf", &d) == 1) puts("number");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "x\n"));
  EXPECT_THAT(explored.reasons, ElementsAre("symbolic value fixed (floating point for scanf, program.c:7)"));
}

TEST(symbolic_stdin, getline_reads_lines) {
  auto program = reading(4, R"(
    #include <stdio.h>
    #include <string.h>
    int main(void) {
      char* line = NULL;
      size_t room = 0;
      while (getline(&line, &room, stdin) > 0)
        if (strcmp(line, "a\n") == 0) puts("a");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "a\n", "a\na\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

// limit: get the values of the run, which are fixed, and the verdict names the place
TEST(symbolic_stdin, cin_reads_the_values_of_the_run_and_they_are_fixed) {
  auto program = reading(2, R"(
    #include <iostream>
    int main() {
      char c = 'n';
      int x = 5;
      std::cin >> x;
      std::cout << x << (std::cin ? " read" : " not read");
    })",
                         Language::kCxx);
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(explored.outputs, ElementsAre("0 not read"));  // the bytes are 0
  EXPECT_THAT(explored.reasons,
              ElementsAre("symbolic value fixed (input for code without expressions, such as std::cin, "
                          "program.cpp:6)"));
  program.run({'4', '2'});
  EXPECT_EQ(program.executor().output(), "42 read");
}

TEST(symbolic_stdin, what_cin_has_left_is_still_an_input) {
  auto program = reading(2, R"(
    #include <cstdio>
    #include <iostream>
    int main() {
      std::cin.get();
      if (std::getchar() == 'q') std::puts("q");
    })",
                         Language::kCxx);
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 2);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "q\n"));
}

TEST(symbolic_stdin, cin_with_buffers_of_its_own_is_no_different) {
  auto program = reading(2, R"(
    #include <iostream>
    int main() {
      std::ios::sync_with_stdio(false);
      int x = 0;
      std::cin >> x;
      std::cout << x;
    })",
                         Language::kCxx);
  program.run({'4', '2'});
  EXPECT_EQ(program.executor().output(), "42");
  EXPECT_THAT(program.executor().reasons_of_incompleteness(), ElementsAre(HasSubstr("such as std::cin")));
}

// limit: and other names of standard input (`/dev/stdin`) get the real one, and are named
TEST(symbolic_stdin, functions_without_a_version_are_named) {
  auto program = reading(2, R"(
    #include <stdio.h>
    #include <sys/mman.h>
    #include <sys/uio.h>
    #include <unistd.h>
    #include <wchar.h>
    int main(void) {
      char bytes[2];
      struct iovec parts = {bytes, 2};
      readv(0, &parts, 1);
      readv(7, &parts, 1);
      mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
      mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      fseek(stdin, 0, SEEK_SET);
      getwchar();
      return 0;
    })");
  program.run();
  EXPECT_THAT(program.executor().reasons_of_incompleteness(),
              UnorderedElementsAre("uncontrolled call (readv of the real input, program.c:10)",
                                   "uncontrolled call (mmap of the real input, program.c:12)",
                                   "uncontrolled call (fseek of the real input, program.c:14)",
                                   "uncontrolled call (getwchar of the real input, program.c:15)"));
}

TEST(symbolic_stdin, code_without_shadows_gets_values_that_are_fixed_or_is_named) {
  native::Options options;
  options.spec.symbolic_stdin = 2;
  SymbolicProgram program(R"(
    #include <stdio.h>
    #include <wchar.h>
    int main(void) {
      int x = 0;
      scanf("%d", &x);
      printf("%d", x);
      fopen("/dev/stdin", "r");
      getwchar();
      return 0;
    })",
                          {"-O2", "-fno-symbolic", "-w"}, Language::kC, options);
  program.run({'4', '2'});
  EXPECT_EQ(program.executor().output(), "42");
  EXPECT_THAT(program.executor().reasons_of_incompleteness(),
              UnorderedElementsAre(HasSubstr("symbolic value fixed (input for code without expressions"),
                                   "uncontrolled call (/dev/stdin of the real input, program.c:8)",
                                   "uncontrolled call (getwchar of the real input, program.c:9)"));
}

TEST(symbolic_stdin, what_takes_its_place_is_read_as_it_is) {
  auto program = reading(2, R"(
    #include <stdio.h>
    int main(void) {
      if (freopen("/dev/null", "r", stdin) == NULL) return 1;
      if (getchar() == EOF) puts("empty");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(explored.outputs, ElementsAre("empty\n"));
}

TEST(symbolic_stdin, threads_that_read_at_once_do_not_race) {
  auto program = reading(2, R"(
    #include <pthread.h>
    #include <stdio.h>
    static int got[2];
    static void* work(void* p) { got[(long)p] = getchar(); return 0; }
    int main(void) {
      pthread_t t[2];
      for (long i = 0; i < 2; ++i) pthread_create(&t[i], 0, work, (void*)i);
      for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
      if (got[0] + got[1] == 3) puts("three");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.failures, IsEmpty());
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "three\n"));
}

}  // namespace
}  // namespace heddle::tests
