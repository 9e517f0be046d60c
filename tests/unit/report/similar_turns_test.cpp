#include "report/similar_turns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heddle::report {
namespace {

using trace::ThreadId;

Row row(std::size_t step, std::uint16_t thread, const std::string& note) {
  return {.step = step, .cell = {.thread = ThreadId(thread), .source = "7: ++x;", .note = note}};
}

std::string shown(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& one : rows)
    text += std::to_string(one.step) + (one.step == 0 ? one.cell.source : one.cell.note) + "\n";
  return text;
}

TEST(SimilarTurns, of_many_that_differ_in_numbers_the_first_and_the_last_are_kept) {
  std::vector<Row> rows;
  for (std::size_t i = 1; i <= 100; ++i) {
    rows.push_back(row(i, 1, "[x: " + std::to_string(i) + " -> " + std::to_string(i + 1) + "]"));
    rows.back().operations = {i};
  }
  leave_out_similar_turns(rows);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].operations.size(), 98U);
  EXPECT_EQ(shown(rows), "1[x: 1 -> 2]\n0(... 98 more turns like this)\n100[x: 100 -> 101]\n");
}

TEST(SimilarTurns, of_threads_that_take_turns_are_left_out_together) {
  std::vector<Row> rows;
  for (std::size_t i = 1; i <= 10; ++i) rows.push_back(row(i, i % 2, "[x is " + std::to_string(i) + "]"));
  leave_out_similar_turns(rows);
  EXPECT_EQ(shown(rows), "1[x is 1]\n2[x is 2]\n0(... 3 more turns like this)\n9[x is 9]\n10[x is 10]\n");
}

TEST(SimilarTurns, that_are_few_are_all_shown) {
  std::vector<Row> rows = {row(1, 1, "[x is 1]"), row(2, 1, "[x is 2]"), row(3, 1, "[x is 3]")};
  leave_out_similar_turns(rows);
  EXPECT_EQ(rows.size(), 3U);
}

TEST(SimilarTurns, with_other_words_or_a_place_in_the_order_are_not_alike) {
  std::vector<Row> rows;
  for (std::size_t i = 1; i <= 6; ++i) rows.push_back(row(i, 1, "[x is 1]"));
  rows[2].matters = true;
  rows[4].cell.note = "[x is 1; FAILS: assertion]";
  leave_out_similar_turns(rows);
  EXPECT_EQ(rows.size(), 6U);
}

}  // namespace
}  // namespace heddle::report
