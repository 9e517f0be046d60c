#include "cli/status_line.h"

#include <gtest/gtest.h>

#include <sstream>

namespace heddle::cli {
namespace {

struct Streams {
  std::ostringstream out;
  std::ostringstream err;
};

explore::Status after(double seconds) {
  return {.tests = 1000, .seconds = seconds, .findings = 1, .progress = {.traces = 900}};
}

TEST(status_line, tells_tests_speed_traces_bugs_and_time) {
  EXPECT_EQ(status_text(after(0.5)), "1000 tests (2000/s), 900 traces, 1 bug, 0.5 s");
  EXPECT_EQ(status_text({}), "0 tests, 0 bugs, 0.0 s");
}

TEST(status_line, tells_what_is_left_the_part_of_the_solver_and_the_budget) {
  explore::Status status{.tests = 10, .seconds = 2, .progress = {.events = 30, .targets = 4, .solver_seconds = 0.5}};
  EXPECT_EQ(status_text(status, {.tests = 100, .seconds = 60}),
            "10 of 100 tests (5/s), 30 events, 4 targets left, end not in sight, 0 bugs, solver 25 %, 2.0 s of 60 s");
}

TEST(status_line, tells_the_range_of_the_estimate_and_that_there_is_none) {
  explore::Status status = after(2);
  status.left = explore::Left{.low = 1234, .high = 45678};
  EXPECT_EQ(status_text(status),
            "1000 tests (500/s), 900 traces, about 1200 to 46000 tests left (about 2 to 91 s), 1 bug, 2.0 s");
  status.left = explore::Left{.low = 0, .high = 250};
  EXPECT_EQ(status_text(status),
            "1000 tests (500/s), 900 traces, up to about 250 tests left (up to about 1 s), 1 bug, 2.0 s");
  status.left.reset();
  EXPECT_EQ(status_text(status), "1000 tests (500/s), 900 traces, end not in sight, 1 bug, 2.0 s");
  status.is_endless = true;
  EXPECT_EQ(status_text(status), "1000 tests (500/s), 900 traces, 1 bug, 2.0 s");
}

TEST(status_line, announces_what_comes_first_on_a_terminal_only) {
  Streams streams;
  Console console{.out = streams.out, .err = streams.err};
  StatusLine(console).announce("compiling a.c");
  EXPECT_EQ(streams.err.str(), "");
  console.live = true;
  StatusLine(console).announce("compiling a.c");
  EXPECT_EQ(streams.err.str(), "\r\033[Kcompiling a.c\r\r\033[K");
}

TEST(status_line, is_written_over_on_a_terminal_and_removed_at_the_end) {
  Streams streams;
  const Console console{.out = streams.out, .err = streams.err, .live = true};
  {
    StatusLine line(console);
    line.show(after(0.5));
    line.show(after(1));
  }
  EXPECT_EQ(streams.err.str(), "\r\033[K" + status_text(after(0.5)) + "\r\033[K" + status_text(after(1)) + "\r\033[K");
}

TEST(status_line, is_a_line_every_ten_seconds_elsewhere) {
  Streams streams;
  const Console console{.out = streams.out, .err = streams.err};
  {
    StatusLine line(console);
    for (const double seconds : {1.0, 9.9, 10.5, 15.0, 20.0, 20.6}) line.show(after(seconds));
  }
  EXPECT_EQ(streams.err.str(), status_text(after(10.5)) + "\n" + status_text(after(20.6)) + "\n");
}

TEST(colors, are_left_out_where_they_are_not_wanted) {
  Streams streams;
  Console console{.out = streams.out, .err = streams.err};
  EXPECT_EQ(colored(console, Color::kRed, "bug"), "bug");
  console.color = true;
  EXPECT_EQ(colored(console, Color::kRed, "bug"), "\033[1;31mbug\033[0m");
}

}  // namespace
}  // namespace heddle::cli
