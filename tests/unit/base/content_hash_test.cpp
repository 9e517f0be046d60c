#include "base/content_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

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

TEST(content_hash, is_printed_with_32_digits) {
  EXPECT_EQ(hex({.low = 1, .high = 0xab}), "00000000000000ab0000000000000001");
}

}  // namespace
}  // namespace heddle::base
