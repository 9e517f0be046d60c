#include "cli/ingredients.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(files_of_rule, are_those_after_the_target) {
  EXPECT_THAT(files_of_rule("/tmp/program: a.c /usr/include/b.h\n"), ElementsAre("a.c", "/usr/include/b.h"));
  EXPECT_THAT(files_of_rule("program: a.c \\\n  b.h \\\n  c.h\n"), ElementsAre("a.c", "b.h", "c.h"));
  EXPECT_THAT(files_of_rule("program: \\\n  a.o \\\n  b.so\n\na.o:\n\nb.so:\n"), ElementsAre("a.o", "b.so"));
}

TEST(files_of_rule, may_have_spaces_and_other_signs_in_their_names) {
  EXPECT_THAT(files_of_rule("program: my\\ file.c a\\#b.h cash$$.h back\\slash.h\n"),
              ElementsAre("my file.c", "a#b.h", "cash$.h", "back\\slash.h"));
}

TEST(files_of_rule, may_be_none) {
  EXPECT_THAT(files_of_rule(""), IsEmpty());
  EXPECT_THAT(files_of_rule("program:\n"), IsEmpty());
}

TEST(depends_on_more, is_so_for_the_time_and_files_that_are_not_listed) {
  EXPECT_TRUE(depends_on_more("puts(__DATE__);"));
  EXPECT_TRUE(depends_on_more("const char* when = __TIMESTAMP__;"));
  EXPECT_TRUE(depends_on_more("asm(\".incbin \\\"image\\\"\");"));
  EXPECT_TRUE(depends_on_more("#if __has_include(<boost/config.hpp>)\n#endif"));
  EXPECT_TRUE(depends_on_more("#if __has_include( NAME )\n#endif"));
  EXPECT_TRUE(depends_on_more("#if __has_include_next(<stdio.h>)\n#endif"));
}

TEST(depends_on_more, is_not_so_for_files_in_folders_that_are_listed) {
  EXPECT_FALSE(depends_on_more("int main() { return 0; }"));
  EXPECT_FALSE(
      depends_on_more("#ifdef __has_include\n#if __has_include(\"more.h\") && __has_include (<other>)\n#endif"));
}

}  // namespace
}  // namespace heddle::cli
