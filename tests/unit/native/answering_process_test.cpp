#include "native/answering_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::native {

using testing::Eq;
using testing::Optional;

TEST(AnsweringProcess, answers_each_line_with_one_line) {
  AnsweringProcess process({"sed", "-u", "s/^/it is /"});
  EXPECT_THAT(process.ask("one"), Optional(Eq("it is one")));
  EXPECT_THAT(process.ask("two"), Optional(Eq("it is two")));
}

TEST(AnsweringProcess, is_started_again_if_it_has_ended) {
  AnsweringProcess process({"sed", "-u", "1q"});
  EXPECT_THAT(process.ask("one"), Optional(Eq("one")));
  EXPECT_THAT(process.ask("two"), Optional(Eq("two")));
}

TEST(AnsweringProcess, that_cannot_be_run_has_no_answer) {
  EXPECT_EQ(AnsweringProcess({"heddle-no-such-program"}).ask("one"), std::nullopt);
  EXPECT_EQ(AnsweringProcess({"true"}).ask("one"), std::nullopt);
}

}  // namespace heddle::native
