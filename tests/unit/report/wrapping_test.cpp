#include "report/wrapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace heddle::report {
namespace {

std::vector<std::string> lines_of(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  add_wrapped(text, width, 0, lines);
  return lines;
}

TEST(wrapping, goes_on_after_a_space_or_else_after_a_word_of_the_source) {
  EXPECT_THAT(
      lines_of("while (top != nullptr && !head.compare_exchange_weak(top, top->next)) {", 25),
      testing::ElementsAre("while (top != nullptr &&", "!head.", "compare_exchange_weak(", "top, top->next)) {"));
}

TEST(wrapping, breaks_within_a_word_only_if_that_is_longer_than_a_line) {
  EXPECT_THAT(lines_of("abcdefghij", 4), testing::ElementsAre("abcd", "efgh", "ij"));
}

TEST(wrapping, knows_where_a_word_would_be_broken) {
  constexpr std::string_view kText = "8: lock(m);";
  EXPECT_FALSE(breaks_word(kText, 2));
  EXPECT_TRUE(breaks_word(kText, 5));
  EXPECT_FALSE(breaks_word(kText, 8)) << "after a bracket";
  EXPECT_FALSE(breaks_word(kText, kText.size()));
}

TEST(wrapping, indents_all_lines_but_the_first) {
  EXPECT_EQ(wrapped_lines("one two three four", 10, 2), "one two\n  three\n  four\n");
  EXPECT_EQ(wrapped_lines("", 10, 2), "");
}

TEST(wrapping, of_any_text_keeps_the_width_and_all_that_is_not_a_space) {
  const auto without_spaces = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  constexpr std::string_view kLetters = "ab (.,>&";
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    base::Rng rng(seed);
    std::string text;
    for (std::uint64_t size = rng.below(60); size > 0; --size) text += kLetters[rng.below(kLetters.size())];
    const std::size_t width = 3 + rng.below(20);
    std::string together;
    for (const std::string& line : lines_of(text, width)) {
      EXPECT_LE(display_width(line), width) << text;
      together += line;
    }
    EXPECT_EQ(without_spaces(together), without_spaces(text));
  }
}

}  // namespace
}  // namespace heddle::report
