#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "tests/cli/heddle.h"
#include "tests/support/temporary_folder.h"

// `heddle cc` and `heddle c++` from outside, with recorder.c in place of the runtime.

namespace heddle::tests {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class compiler_wrapper : public testing::Test {
 protected:
  // A separate installation: the program and what belongs next to it.
  void SetUp() override {
    fs::create_directory(folder_.path("bin"));
    fs::copy(heddle_path(), folder_.path("bin/heddle"));
  }
  void install() {
    fs::copy(fs::path(heddle_path()).parent_path() / "libheddle_pass.so", folder_.path("bin"));
    fs::copy(fs::path(heddle_path()).parent_path() / "libheddle_real_main.a", folder_.path("bin"));
    const std::string source(HEDDLE_SOURCE_DIR);
    run({"/usr/bin/env", "clang-19", "-c", "-DRECORDER_MAIN=__wrap_main", "-I" + source + "/src",
         source + "/tests/instrument/recorder.c", "-o", "r.o"});
    run({"/usr/bin/env", "ar", "rcs", "bin/libheddle_runtime.a", "r.o"});
    write("program.c", "int x; int main(void) { return x; }\n");
  }
  void write(const std::string& name, const std::string& content) {
    ASSERT_FALSE(base::write_file(folder_.path(name), content).has_value());
  }
  Called run(const std::vector<std::string>& command) { return Process(command, folder_.path()).finish(); }
  Called heddle(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), folder_.path("bin/heddle"));
    return run(arguments);
  }
  void expect_compiles(const std::vector<std::string>& arguments) {
    const Called called = heddle(arguments);
    EXPECT_EQ(called.code, 0) << testing::PrintToString(arguments) << called.err;
    EXPECT_EQ(called.err, "") << testing::PrintToString(arguments);
  }
  void expect_program_works() {
    const Called called = run({folder_.path("program")});
    EXPECT_THAT(called.out, HasSubstr("global x 4 i4\nread 4 program.c:1:main\ncode 0\n"));
  }

  TemporaryFolder folder_;
};

TEST_F(compiler_wrapper, names_what_is_missing) {
  const Called without_pass = heddle({"cc", "-c", "program.c"});
  EXPECT_EQ(without_pass.code, 2);
  EXPECT_THAT(without_pass.err, HasSubstr("heddle cc: libheddle_pass.so is missing"));
  install();
  fs::remove(folder_.path("bin/libheddle_runtime.a"));
  const Called without_runtime = heddle({"cc", "program.c"});
  EXPECT_EQ(without_runtime.code, 2);
  EXPECT_THAT(without_runtime.err, HasSubstr("heddle cc: libheddle_runtime.a is missing"));
}

TEST_F(compiler_wrapper, refuses_to_link_statically) {
  install();
  const Called called = heddle({"c++", "-static", "program.c"});
  EXPECT_EQ(called.code, 2);
  EXPECT_EQ(called.err, "heddle c++: cannot link statically; remove -static\n");
}

TEST_F(compiler_wrapper, hands_on_the_exit_code_of_the_compiler) {
  install();
  write("wrong.c", "int main(void) { return y; }\n");
  const Called called = heddle({"cc", "wrong.c"});
  EXPECT_EQ(called.code, 1);
  EXPECT_THAT(called.err, HasSubstr("wrong.c:1:25: error: use of undeclared identifier 'y'"));
}

TEST_F(compiler_wrapper, compiles_and_links_in_one_step_and_in_two) {
  install();
  expect_compiles({"cc", "-Werror", "-O2", "program.c", "-o", "program"});
  expect_program_works();
  expect_compiles({"cc", "-Werror", "-c", "program.c"});
  expect_compiles({"cc", "-Werror", "program.o", "-o", "program"});
  expect_program_works();
  expect_compiles({"c++", "-Werror", "program.o", "-no-pie", "-o", "program"});
  expect_program_works();
}

TEST_F(compiler_wrapper, finds_the_main_function_in_a_library) {
  install();
  write("other.c", "int y;\n");
  expect_compiles({"cc", "-Werror", "-c", "program.c"});
  run({"/usr/bin/env", "ar", "rcs", "libmain.a", "program.o"});
  expect_compiles({"cc", "-Werror", "other.c", "-L.", "-lmain", "-o", "program"});
  expect_program_works();
}

TEST_F(compiler_wrapper, takes_a_main_function_that_was_compiled_without_it) {
  install();
  write("other.c", "int y;\n");
  write("prebuilt.c", "int main(void) { return 3; }\n");
  run({"/usr/bin/env", "clang-19", "-c", "prebuilt.c"});
  run({"/usr/bin/env", "ar", "rcs", "libmain.a", "prebuilt.o"});
  expect_compiles({"cc", "-Werror", "other.c", "-L.", "-lmain", "-o", "program"});
  EXPECT_THAT(run({folder_.path("program")}).out, HasSubstr("main, which was compiled without Heddle\ncode 3\n"));
}

TEST_F(compiler_wrapper, takes_languages_and_response_files) {
  install();
  expect_compiles({"cc", "-Werror", "-x", "c", "program.c", "-o", "program"});
  expect_program_works();
  write("arguments", "-O1 program.c\n-o program");
  expect_compiles({"cc", "@arguments"});
  expect_program_works();
}

TEST_F(compiler_wrapper, answers_what_build_systems_ask) {
  install();
  EXPECT_THAT(heddle({"cc", "--version"}).out, HasSubstr("clang version 19"));
  EXPECT_EQ(heddle({"cc", "-v"}).code, 0);
  EXPECT_EQ(heddle({"cc", "-dumpmachine"}).code, 0);
  EXPECT_THAT(heddle({"c++", "-E", "-dM", "-x", "c++", "/dev/null"}).out, HasSubstr("#define __clang__ 1"));
  expect_compiles({"cc", "-Werror", "-fsyntax-only", "program.c"});
  expect_compiles({"cc", "-Werror", "-shared", "-fPIC", "program.c", "-o", "program.so"});
  expect_compiles({"cc", "-Werror", "-MM", "program.c"});
}

}  // namespace
}  // namespace heddle::tests
