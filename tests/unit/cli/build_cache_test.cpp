#include "cli/build_cache.h"

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

}  // namespace
}  // namespace heddle::cli
