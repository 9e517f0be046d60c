#include "cli/agreement.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/temporary_folder.h"

namespace heddle::cli {
namespace {

trace::TestFile test_with(std::vector<std::string> flags, std::vector<std::string> arguments = {}) {
  trace::TestFile test;
  test.spec.program = "a.c";
  test.directory = "/srv/ann";
  test.spec.native = true;
  test.spec.flags = std::move(flags);
  test.spec.arguments = std::move(arguments);
  return test;
}

TEST(somebody_elses_test, may_not_make_the_compiler_load_code_or_look_elsewhere) {
  for (const char* flag : {"-fplugin=a.so",
                           "-fpass-plugin=a.so",
                           "-Xclang",

                           "-mllvm",
                           "-B.",
                           "-B",
                           "-specs=x",
                           "--specs=x",
                           "@file",
                           "-wrapper",
                           "-Wl,-plugin=a.so",
                           "-Wa,x",
                           "-Wp,x",
                           "-fuse-ld=./ld",
                           "-I/etc",
                           "-I../up",
                           "-Ia/../../up",
                           "-I",
                           "-L.",
                           "-o",
                           "evil.c",
                           "-include",
                           "--config=x",
                           "-fmodule-file=x",
                           "-resource-dir",
                           "-isystem",
                           "-T",
                           "--target=x",
                           "-l:../../evil.so",
                           "-l",
                           "",
                           "-fprofile-use=x",
                           "-ccc-install-dir",
                           "-fcrash-diagnostics-dir=x"}) {
    EXPECT_EQ(forbidden_flag(test_with({"-O2", flag})), flag) << flag;
  }
}

TEST(somebody_elses_test, may_say_which_language_it_is_and_how_to_translate_it) {
  EXPECT_EQ(forbidden_flag(test_with({"-DN=4", "-UN", "-O2", "-Os", "-std=c++20", "-std=gnu11", "-g", "-g1", "-Wall",
                                      "-Wno-unused", "-Werror=return-type", "-Iinclude", "-lm", "-pthread",
                                      "-fno-exceptions", "-march=native", "-mavx2", "-fsymbolic"})),
            std::nullopt);
}

TEST(agreement, is_about_the_whole_command) {
  const tests::TemporaryFolder folder;
  ::setenv("XDG_STATE_HOME", folder.path().c_str(), 1);
  remember_agreement(test_with({"-O1"}, {"3"}));
  EXPECT_TRUE(is_agreed(test_with({"-O1"}, {"3"})));
  EXPECT_FALSE(is_agreed(test_with({"-O1"}, {"4"})));
  EXPECT_FALSE(is_agreed(test_with({"-O1", "3"})));
  trace::TestFile elsewhere = test_with({"-O1"}, {"3"});
  elsewhere.directory = "/srv/bob";
  EXPECT_FALSE(is_agreed(elsewhere));
  ::unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace heddle::cli
