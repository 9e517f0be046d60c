// Files that are inputs (--sym-file).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Language = SymbolicProgram::Language;

SymbolicProgram with_file(const std::string& file, const std::string& source, Language language = Language::kC) {
  native::Options options;
  options.spec.symbolic_files = {file};
  return SymbolicProgram(source, {"-O2", "-fsymbolic", "-w"}, language, options);
}

TEST(symbolic_files, are_read_by_streams) {
  auto program = with_file("data.txt:3", R"(
    #include <stdio.h>
    int main(void) {
      FILE* f = fopen("./data.txt", "r");
      if (f == NULL) return 1;
      if (fgetc(f) == 'a' && fgetc(f) == 'b') puts("ab");
      fclose(f);
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 3);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "ab\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_files, are_read_by_descriptors) {
  auto program = with_file("data.txt:2", R"(
    #include <fcntl.h>
    #include <stdio.h>
    #include <sys/stat.h>
    #include <unistd.h>
    int main(void) {
      char text[9];
      struct stat s;
      int f = open("data.txt", O_RDONLY);
      if (fstat(f, &s) != 0 || s.st_size != 2 || !S_ISREG(s.st_mode)) puts("fstat");
      if (read(f, text, 9) != 2) puts("size");
      if (text[0] == 'x') puts("x");
      if (lseek(f, 1, SEEK_SET) != 1 || read(f, text, 9) != 1) puts("lseek");
      if (text[0] == 'y') puts("y");
      if (read(f, text, 9) != 0) puts("end");
      close(f);
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 4);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "x\n", "y\n", "x\ny\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_files, have_a_size_and_positions) {
  auto program = with_file("data.bin:5", R"(
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/stat.h>
    #include <unistd.h>
    int main(void) {
      struct stat s;
      if (stat("data.bin", &s) != 0 || s.st_size != 5 || access("data.bin", R_OK) != 0) puts("stat");
      FILE* f = fopen("data.bin", "rb");
      fseek(f, 0, SEEK_END);
      long size = ftell(f);
      rewind(f);
      char* all = malloc(size);
      if (fread(all, 1, size, f) != 5 || feof(f)) puts("fread");
      if (fgetc(f) != EOF || !feof(f)) puts("feof");
      if (all[4] == 7) puts("seven");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 2);
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "seven\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_files, are_the_same_each_time_they_are_opened) {
  auto program = with_file("data.txt:1", R"(
    #include <stdio.h>
    int main(void) {
      FILE* a = fopen("data.txt", "r");
      FILE* b = fopen("data.txt", "r");
      int x = fgetc(a);
      ungetc('q', a);
      if (fgetc(a) != 'q') puts("ungetc");
      int y = fgetc(b);
      if (x != y) puts("different");
      if (y == 'z') puts("z");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "z\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_files, are_read_by_scanf_and_getline) {
  auto program = with_file("data.txt:3", R"(
    #define _GNU_SOURCE
    #include <stdio.h>
    int main(void) {
      FILE* f = fopen("data.txt", "r");
      int n = 0;
      if (fscanf(f, "%1d,", &n) == 1 && n == 7) puts("seven");
      rewind(f);
      char* line = NULL;
      size_t room = 0;
      if (getline(&line, &room, f) == 1) puts("an empty line");
      return 0;
    })");
  const auto explored = program.explore();
  EXPECT_THAT(explored.outputs, UnorderedElementsAre("", "seven\n", "an empty line\n", "seven\nan empty line\n"));
  EXPECT_THAT(explored.reasons, IsEmpty());
}

TEST(symbolic_files, are_fixed_for_code_without_expressions) {
  auto program = with_file("data.txt:2", R"(
    #include <fstream>
    #include <iostream>
    int main() {
      std::ifstream file("data.txt");
      char c = 0;
      if (file.get(c) && c == 'x') std::cout << "x\n";
      return 0;
    })",
                           Language::kCxx);
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(explored.reasons, Contains(HasSubstr("input for code without expressions")));
}

// limit: Opening one for writing opens the real one, and is named.
TEST(symbolic_files, are_named_if_the_real_one_is_used) {
  auto program = with_file("/nowhere/data.txt:2", R"(
    #include <stdio.h>
    int main(void) {
      FILE* f = fopen("/nowhere/data.txt", "w");
      return f == NULL;
    })");
  EXPECT_THAT(program.explore().reasons, Contains(HasSubstr("fopen for writing of the real input")));
}

TEST(symbolic_files, are_not_found_by_paths_that_are_inputs_without_a_word) {
  for (const char* call :
       {"fopen(path, \"r\")", "open(path, 0)", "stat(path, &s)", "access(path, 0)", "freopen(path, \"r\", stdin)"}) {
    SymbolicProgram program(R"(
      #include <fcntl.h>
      #include <heddle/heddle.h>
      #include <stdio.h>
      #include <sys/stat.h>
      #include <unistd.h>
      int main(void) {
        char path[2];
        struct stat s;
        heddle_input(path, 1, "path");
        path[1] = 0;
        return (long)()" + std::string(call) +
                                ") == 77; }",
                            {"-O2", "-w"});
    EXPECT_THAT(program.explore().reasons, Contains(HasSubstr("symbolic value fixed (path of a file, program.c:")))
        << call;
  }
}

TEST(symbolic_files, leave_other_files_alone) {
  auto program = with_file("data.txt:2", R"(
    #include <stdio.h>
    int main(void) {
      FILE* f = fopen("program.c", "r");
      if (f == NULL) f = fopen("/dev/null", "r");
      if (fgetc(f) == EOF) puts("empty");
      fclose(f);
      return fopen("no such file", "r") != NULL;
    })");
  const auto explored = program.explore();
  EXPECT_EQ(explored.runs, 1);
  EXPECT_THAT(explored.reasons, IsEmpty());
}

}  // namespace
}  // namespace heddle::tests
