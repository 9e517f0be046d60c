#include "cli/suggest.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

const std::vector<std::string> kNames = {"contextual", "unfolding", "dpor", "dpor-1", "random"};

TEST(suggestion, is_the_name_with_the_fewest_wrong_letters) {
  EXPECT_EQ(nearest("dpro", kNames), "dpor");
  EXPECT_EQ(nearest("dpor-2", kNames), "dpor-1");
  EXPECT_EQ(nearest("unfoldings", kNames), "unfolding");
}

TEST(suggestion, completes_an_abbreviation) { EXPECT_EQ(nearest("rand", kNames), "random"); }

TEST(suggestion, is_missing_if_no_name_is_near) {
  EXPECT_EQ(nearest("xyz", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  EXPECT_EQ(did_you_mean("xyz", kNames), "");
  EXPECT_EQ(nearest(std::string(100000, 'd'), kNames), "");
}

}  // namespace
}  // namespace heddle::cli
