#include "base/file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_folder.h"

namespace heddle::base {
namespace {

constexpr std::size_t kLimit = 1000;

TEST(file, that_was_written_is_read_back) {
  const tests::TemporaryFolder folder;
  const std::string content("a\0b\n", 4);
  ASSERT_FALSE(write_file(folder.path("x"), content).has_value());
  EXPECT_EQ(read_file(folder.path("x"), kLimit).value(), content);
}

TEST(file, is_replaced_without_leaving_another_one) {
  const tests::TemporaryFolder folder;
  ASSERT_FALSE(write_file(folder.path("x"), "a long first content").has_value());
  ASSERT_FALSE(write_file(folder.path("x"), "short").has_value());
  EXPECT_EQ(read_file(folder.path("x"), kLimit).value(), "short");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(file, that_cannot_be_read_is_an_error_with_its_name) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(read_file(folder.path("x"), kLimit).error().text(), folder.path("x") + ": No such file or directory");
  EXPECT_EQ(read_file(folder.path(), kLimit).error().text(), folder.path() + ": Is a directory");
}

TEST(file, that_is_too_large_is_refused_with_the_limit) {
  const tests::TemporaryFolder folder;
  ASSERT_FALSE(write_file(folder.path("x"), std::string(kLimit + 1, 'a')).has_value());
  EXPECT_EQ(read_file(folder.path("x"), kLimit).error().message, "larger than 1000 bytes, which is the limit");
}

TEST(file, that_cannot_be_written_is_an_error_with_its_name) {
  const tests::TemporaryFolder folder;
  const auto error = write_file(folder.path("no/x"), "a");
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error.value_or(Error{}).text(), folder.path("no/x") + ": No such file or directory");
}

}  // namespace
}  // namespace heddle::base
