#include "base/content_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/file.h"
#include "tests/support/temporary_folder.h"

namespace heddle::base {
namespace {

TEST(content_hash, differs_for_texts_that_differ_in_one_byte_or_in_length) {
  std::set<Hash128> hashes;
  const std::string text(20, 'a');
  for (std::size_t length = 0; length <= text.size(); ++length) hashes.insert(content_hash(text.substr(0, length)));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = 'b';
    hashes.insert(content_hash(changed));
  }
  EXPECT_EQ(hashes.size(), 21u + 20u);
}

TEST(file_hash, differs_for_files_that_differ_in_one_byte_or_in_length) {
  const tests::TemporaryFolder folder;
  const auto hash_of = [&](const std::string& content) {
    EXPECT_FALSE(write_file(folder.path("x"), content).has_value());
    return file_hash(folder.path("x"), 1000).value();
  };
  const std::string text(70, 'a');  // twice four words, and a rest
  std::set<Hash128> hashes;
  for (std::size_t length = 0; length <= text.size(); ++length) hashes.insert(hash_of(text.substr(0, length)));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = 'b';
    hashes.insert(hash_of(changed));
  }
  EXPECT_EQ(hashes.size(), 71u + 70u);
  EXPECT_EQ(hash_of(text), hash_of(text));
}

TEST(file_hash, of_what_cannot_be_read_or_is_too_large_is_an_error) {
  const tests::TemporaryFolder folder;
  ASSERT_FALSE(write_file(folder.path("x"), "text").has_value());
  EXPECT_FALSE(file_hash(folder.path("missing"), 1000));
  EXPECT_FALSE(file_hash(folder.path(), 1000));
  EXPECT_FALSE(file_hash(folder.path("x"), 3));
}

TEST(content_hash, is_printed_with_32_digits) {
  EXPECT_EQ(hex({.low = 1, .high = 0xab}), "00000000000000ab0000000000000001");
}

}  // namespace
}  // namespace heddle::base
