#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(symbolic_library, a_string_that_is_compared_is_found) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <string.h>
    int main(void) {
      char s[8];
      heddle_input(s, sizeof s, "s");
      s[7] = 0;
      if (strcmp(s, "heddle") == 0) puts("equal");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 8);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "equal\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_library, a_number_in_a_text_is_found) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <stdlib.h>
    int main(void) {
      char s[4];
      heddle_input(s, sizeof s, "s");
      s[3] = 0;
      if (atoi(s) == -42) puts("found");
      return 0;
    })");
  EXPECT_THAT(program.explore().outputs, Contains("found\n"));
}

TEST(symbolic_library, kinds_of_characters_are_no_decisions_by_themselves) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <ctype.h>
    #include <stdio.h>
    int main(void) {
      unsigned char c = heddle_uint8("c");
      if (isdigit(c)) puts("digit");
      if (toupper(c) == 'Q') puts("q");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 3);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "digit\n", "q\n"));
}

TEST(symbolic_library, copies_keep_expressions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int main(void) {
      int x = heddle_int("x");
      int* p = malloc(sizeof *p);
      *p = x;
      p = realloc(p, 400);
      int y;
      memcpy(&y, p, sizeof y);
      if (y == 1234) puts("yes");
      memset(&y, 0, sizeof y);
      if (y == 1234) puts("no");
      return 0;
    })");
  EXPECT_THAT(program.explore().outputs, UnorderedElementsAre("", "yes\n"));
}

// limit: arguments of functions without shadows and of library functions that are not in `src/runtime/strings`
TEST(symbolic_library, what_it_cannot_know_is_fixed_and_named) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <locale.h>
    #include <stdio.h>
    int main(void) {
      int x = heddle_int("x");
      long double d = x;
      char* p = setlocale(heddle_uint8("category"), NULL);
      printf("%Lf %d", d, p == NULL);
      if (x == 3) puts("three");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(explored.reasons,
              UnorderedElementsAre("symbolic value fixed (floating point, vectors or wide numbers, program.c:7)",
                                   "symbolic value fixed (argument of a function that is not instrumented, "
                                   "program.c:8)"));
}

TEST(symbolic_library, memory_that_it_reads_without_expressions_is_fixed) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <time.h>
    int main(void) {
      time_t t;
      heddle_input(&t, sizeof t, "t");
      struct tm* parts = gmtime(&t);
      if (parts->tm_year == 5) puts("five");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(explored.reasons, UnorderedElementsAre(testing::HasSubstr("program.c:9)")));
}

TEST(symbolic_library, sorting_decides_what_it_compares) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <stdlib.h>
    static int compare(const void* a, const void* b) { return *(const int*)a > *(const int*)b ? 1 : -1; }
    int main(void) {
      int a[3];
      heddle_input(a, sizeof a, "a");
      qsort(a, 3, sizeof a[0], compare);
      if (a[0] == 5 && a[2] == 9) puts("found");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, Contains("found\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_library, arguments_of_the_program_can_be_inputs) {
  native::Options options;
  options.spec.symbolic_arguments = {3};
  SymbolicProgram program(R"(
    #include <stdio.h>
    #include <string.h>
    int main(int argc, char** argv) {
      if (argc == 2 && strcmp(argv[1], "-v") == 0) puts("version");
      return 0;
    })",
                          {"-O2", "-fsymbolic"}, SymbolicProgram::Language::kC, options);
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 4);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "version\n"));
}

TEST(symbolic_library, standard_input_can_be_an_input) {
  native::Options options;
  options.spec.symbolic_stdin = 3;
  SymbolicProgram program(R"(
    #include <stdio.h>
    #include <unistd.h>
    int main(void) {
      char line[8], byte;
      if (getchar() != '#') return 0;
      if (fgets(line, sizeof line, stdin) != NULL && line[0] == '!' && line[1] == '\n') puts("yes");
      if (read(0, &byte, 1) == 1) puts("more");
      return 0;
    })",
                          {"-O2", "-fsymbolic"}, SymbolicProgram::Language::kC, options);
  EXPECT_THAT(program.explore().outputs, UnorderedElementsAre("", "yes\n", "more\n"));
}

TEST(symbolic_library, numbers_and_words_in_a_text_are_found_by_sscanf) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <string.h>
    int main(void) {
      char s[5], word[5];
      unsigned x = 0;
      heddle_input(s, sizeof s, "s");
      s[4] = 0;
      if (sscanf(s, "%[a-z]=%x", word, &x) == 2 && strcmp(word, "k") == 0 && x == 0x1f) puts("found");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "found\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_library, what_sscanf_stores_takes_the_place_of_an_expression) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      int x = heddle_int("x");
      if (sscanf("0", "%d", &x) == 1 && x == 1) puts("never");
      return 0;
    })");
  EXPECT_EQ(program.explore().runs, 1);
  EXPECT_THAT(program.explore().reasons, IsEmpty());
}

TEST(symbolic_library, copies_of_strings_keep_expressions) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <string.h>
    int main(void) {
      char s[3], t[3];
      heddle_input(s, sizeof s, "s");
      s[2] = 0;
      strcpy(t, s);
      if (t[0] == 'a') puts("a");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "a\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

// limit: they are fixed up to the end of the heap block, the global variable
TEST(symbolic_library, it_may_read_a_block_of_the_heap_up_to_its_end_and_nothing_behind) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int main(void) {
      char* text = malloc(8192);
      char* next = malloc(8);
      memset(text, '1', 8192);
      heddle_input(text + 8190, 1, "last");
      heddle_input(next, 8, "next");
      text[8191] = 0;
      if (strtod(text, NULL) > 0) puts("number");
      if (next[0] == 7) puts("seven");
      if (text[8190] == 7) puts("never");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("number\n", "number\nseven\n"));
  EXPECT_THAT(explored.reasons, UnorderedElementsAre("symbolic value fixed (argument of strtod, program.c:13)"));
}

TEST(symbolic_library, it_may_read_a_global_variable_up_to_its_end_and_nothing_behind) {
  SymbolicProgram program(R"(
    #include <heddle/heddle.h>
    #include <stdio.h>
    #include <stdlib.h>
    struct { char text[4000]; } a;
    int b;
    int main(void) {
      heddle_input(&a.text[3998], 1, "a");
      heddle_input(&b, sizeof b, "b");
      if (strtod(a.text, NULL) > 0) puts("number");
      if (a.text[3998] == 7) puts("never");
      if (b == 7) puts("seven");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "seven\n"));
  EXPECT_THAT(explored.reasons, UnorderedElementsAre("symbolic value fixed (argument of strtod, program.c:10)"));
}

TEST(symbolic_library, functions_that_the_compiler_does_not_know_read_memory_too) {
  SymbolicProgram program(R"(
    #include <arpa/inet.h>
    #include <heddle/heddle.h>
    #include <stdio.h>
    int main(void) {
      char text[8] = {0};
      struct in_addr address;
      heddle_input(text, 7, "text");
      if (inet_aton(text, &address)) puts("address");
      int (*by_pointer)(const char*) = puts;
      return by_pointer("") < 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(
      explored.reasons,
      UnorderedElementsAre("symbolic value fixed (argument of a function that is not instrumented, program.c:9)"));
}

}  // namespace
}  // namespace heddle::tests
