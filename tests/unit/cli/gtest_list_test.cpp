#include "cli/gtest_list.h"

#include <gmock/gmock.h>

namespace heddle::cli {
namespace {

using testing::ElementsAre;

constexpr const char* kList = R"(Running main() from gtest_main.cc
Counter.
  Wrong
  DISABLED_Off
DISABLED_Old.
  Any
Typed/0.  # TypeParam = int
  Is
All/P.
  Odd/0  # GetParam() = 1
)";

TEST(listed_tests, are_whole_names_without_parameters) {
  EXPECT_THAT(listed_tests(kList, false), ElementsAre("Counter.Wrong", "Typed/0.Is", "All/P.Odd/0"));
}

TEST(listed_tests, may_include_disabled_ones) {
  EXPECT_THAT(listed_tests(kList, true),
              ElementsAre("Counter.Wrong", "Counter.DISABLED_Off", "DISABLED_Old.Any", "Typed/0.Is", "All/P.Odd/0"));
}

TEST(listed_tests, are_none_in_other_texts) { EXPECT_THAT(listed_tests("hello\n  world\n", true), ElementsAre()); }

}  // namespace
}  // namespace heddle::cli
