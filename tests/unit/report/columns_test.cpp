#include "report/columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/rng.h"
#include "tests/support/golden.h"
#include "tests/support/golden_trace.h"
#include "tests/support/random_trace.h"
#include "trace/text.h"

namespace heddle::report {
namespace {

void expect_columns(const std::string& name, const ColumnsOptions& options = {}, const std::string& suffix = "") {
  const trace::NamedTrace read = tests::read_golden_trace(name);
  tests::expect_golden("columns/" + name + suffix + ".txt", columns(read.trace, read.names, options));
}

std::size_t longest_line(const std::string& text) {
  std::istringstream stream(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(stream, line);) longest = std::max(longest, line.size());
  return longest;
}

TEST(columns, show_the_values_that_a_lost_update_saw) { expect_columns("lost_update"); }

TEST(columns, show_who_waits_for_whom_in_a_deadlock) { expect_columns("deadlock"); }

TEST(columns, break_long_lines_within_their_column) { expect_columns("deadlock", {.width = 70}, "_narrow"); }

TEST(columns, become_a_list_when_they_would_be_too_narrow) { expect_columns("deadlock", {.width = 50}, "_list"); }

// limit: The columns view shows up to 6 threads side by side (`report::kMaxColumns`)
TEST(columns, become_a_list_with_many_threads_and_know_every_kind) { expect_columns("every_kind"); }

TEST(columns, show_only_the_last_rows_if_asked_to) { expect_columns("lost_update", {.rows = 3}, "_last"); }

TEST(columns, keep_the_width_and_end_for_any_trace) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    base::Rng rng(seed);
    trace::NamedTrace random = tests::random_trace(rng);
    const std::size_t width = 40 + rng.below(100);
    EXPECT_LE(longest_line(columns(random.trace, random.names, {.width = width})), 2 * width) << "seed " << seed;
  }
}

TEST(columns, count_characters_not_bytes) {
  trace::NamedTrace read = tests::read_golden_trace("lost_update");
  const std::size_t plain = longest_line(columns(read.trace, read.names));
  read.names.threads[1].name = "b\xc3\xb6\x62";
  read.names.places[3].text[0] = 'A';
  EXPECT_EQ(longest_line(columns(read.trace, read.names)), plain);
}

}  // namespace
}  // namespace heddle::report
