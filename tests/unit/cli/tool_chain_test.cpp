#include "cli/tool_chain.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/support/temporary_folder.h"

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

bool links(const Words& arguments) { return what_is_asked(arguments).links; }

TEST(compiler_arguments, ask_for_a_program_if_there_is_an_input_and_nothing_stops_before) {
  EXPECT_TRUE(links({"a.c"}));
  EXPECT_TRUE(links({"-O2", "a.o", "b.o", "-o", "prog", "-lm"}));
  EXPECT_TRUE(links({"-MD", "-MF", "a.d", "a.c"}));
  EXPECT_TRUE(links({"-x", "c", "-"}));
  for (const char* stop : {"-c", "-S", "-E", "-M", "-MM", "-r", "-shared", "-fsyntax-only", "--version"}) {
    EXPECT_FALSE(links({"a.c", stop})) << stop;
  }
}

TEST(compiler_arguments, without_an_input_ask_for_nothing) {
  EXPECT_FALSE(links({}));
  EXPECT_FALSE(links({"-v"}));
  EXPECT_FALSE(links({"-o", "prog"}));
  EXPECT_FALSE(links({"-include", "a.h", "-I", "folder", "-Xlinker", "x"}));
}

TEST(compiler_arguments, of_headers_ask_for_precompiled_ones) {
  EXPECT_FALSE(links({"a.hpp"}));
  EXPECT_FALSE(links({"-x", "c++-header", "a"}));
}

TEST(compiler_arguments, may_be_in_response_files) {
  const tests::TemporaryFolder folder;
  ASSERT_FALSE(base::write_file(folder.path("inner"), "-g0\n'a file.c'").has_value());
  ASSERT_FALSE(base::write_file(folder.path("outer"), "-O2\t@" + folder.path("inner") + "\n").has_value());
  const Asked asked = what_is_asked({"@" + folder.path("outer")});
  EXPECT_TRUE(asked.links);
  EXPECT_TRUE(asked.debug);
  EXPECT_FALSE(links({"@" + folder.path("inner"), "-c"}));
  EXPECT_FALSE(links({"-c", "@" + folder.path("missing")}));
}

TEST(compiler_arguments, that_choose_debug_information_are_recognised) {
  for (const char* option : {"-g", "-g0", "-g3", "-ggdb", "-ggdb2", "-gdwarf-4", "-gline-tables-only"}) {
    EXPECT_TRUE(what_is_asked({option, "a.c"}).debug) << option;
  }
  for (const char* option : {"-gz", "-gsplit-dwarf", "-gcolumn-info", "-fno-gnu-keywords"}) {
    EXPECT_FALSE(what_is_asked({option, "a.c"}).debug) << option;
  }
}

TEST(compiler_arguments, that_link_statically_are_refused) {
  const auto command = compiler_command(Language::kC, {"-static", "a.c"});
  ASSERT_FALSE(command.ok());
  EXPECT_EQ(command.error().text(), "cannot link statically; remove -static");
}

}  // namespace
}  // namespace heddle::cli
