#include "cli/options.h"

#include <gtest/gtest.h>

#include "tests/support/golden.h"

namespace heddle::cli {
namespace {

template <class Options>
Options parsed(const std::vector<std::string>& arguments) {
  const Command command = parse_arguments(arguments);
  if (const auto* message = std::get_if<Message>(&command)) ADD_FAILURE() << message->text;
  const auto* options = std::get_if<Options>(&command);
  if (options != nullptr) return *options;
  ADD_FAILURE() << "another verb";
  return {};
}

// The message with which the command line is rejected.
std::string refusal(const std::vector<std::string>& arguments) {
  const Command command = parse_arguments(arguments);
  const auto* message = std::get_if<Message>(&command);
  if (message == nullptr) return "accepted";
  EXPECT_EQ(message->code, kUsage);
  return message->text;
}

std::string help(const std::vector<std::string>& arguments) {
  const Command command = parse_arguments(arguments);
  const auto* message = std::get_if<Message>(&command);
  if (message == nullptr) return "accepted";
  EXPECT_EQ(message->code, kNoBug);
  return message->text;
}

TEST(command_line, of_test_has_sensible_defaults) {
  const auto options = parsed<TestOptions>({"test", "a.model"});
  EXPECT_EQ(options.program.spec.program, "a.model");
  EXPECT_EQ(options.strategy, explore::strategies().front().name);
  EXPECT_EQ(options.budget.tests, explore::Budget{}.tests);
  EXPECT_EQ(options.budget.seconds, explore::Budget{}.seconds);
  EXPECT_EQ(options.budget.depth, trace::kDefaultDepth);
  EXPECT_EQ(options.out, "heddle-out");
  EXPECT_FALSE(options.keep_going || options.quiet);
  EXPECT_TRUE(options.stats.empty() && options.program.spec.definitions.empty());
}

TEST(command_line, of_test_takes_all_options_in_any_order) {
  const auto options = parsed<TestOptions>({"test", "--strategy=pct", "-D", "N=4", "--keep-going", "a.model", "--stats",
                                            "-", "--max-tests=7", "--seed", "18446744073709551615", "--max-seconds=0.5",
                                            "-DM=-2", "--depth=9", "--pct-depth=5", "--out=o", "--quiet"});
  EXPECT_EQ(options.program.spec.program, "a.model");
  EXPECT_EQ(options.strategy, "pct");
  EXPECT_EQ(options.program.spec.definitions, (Definitions{{"N", 4}, {"M", -2}}));
  EXPECT_EQ(options.budget.tests, 7u);
  EXPECT_EQ(options.budget.seconds, 0.5);
  EXPECT_EQ(options.budget.depth, 9u);
  EXPECT_EQ(options.strategy_options.seed, 18446744073709551615u);
  EXPECT_EQ(options.strategy_options.pct_depth, 5u);
  EXPECT_EQ(options.stats, "-");
  EXPECT_EQ(options.out, "o");
  EXPECT_TRUE(options.keep_going && options.quiet);
}

TEST(command_line, with_an_empty_value_does_not_take_the_next_argument_for_it) {
  const auto options = parsed<TestOptions>({"test", "--flags=", "--keep-going", "--out=", "a.c"});
  EXPECT_TRUE(options.keep_going);
  EXPECT_TRUE(options.out.empty() && options.program.spec.flags.empty());
  EXPECT_EQ(options.program.spec.program, "a.c");
}

TEST(command_line, with_no_out_writes_no_folder) {
  EXPECT_EQ(parsed<TestOptions>({"test", "a.model", "--no-out"}).out, "");
}

TEST(command_line, of_replay_takes_a_folder_and_another_program) {
  const auto options = parsed<ReplayOptions>({"replay", "heddle-out/bugs/x", "--program=b.model"});
  EXPECT_EQ(options.bug, "heddle-out/bugs/x");
  EXPECT_EQ(options.program, "b.model");
}

TEST(command_line, of_replay_follows_if_told) {
  EXPECT_FALSE(parsed<ReplayOptions>({"replay", "x"}).follow);
  const auto options = parsed<ReplayOptions>({"replay", "x", "--follow", "--follow-tests=7"});
  EXPECT_TRUE(options.follow);
  EXPECT_EQ(options.follow_tests, 7u);
  EXPECT_NE(refusal({"replay", "x", "--follow-tests=7"}).find("requires --follow"), std::string::npos);
}

TEST(command_line, of_report_takes_a_folder_and_may_ask_for_numbers) {
  EXPECT_EQ(parsed<ReportOptions>({"report"}).folder, "heddle-out");
  const auto options = parsed<ReportOptions>({"report", "elsewhere", "--stats"});
  EXPECT_EQ(options.folder, "elsewhere");
  EXPECT_TRUE(options.stats);
}

TEST(command_line, of_keep_takes_a_bug_and_a_folder) {
  EXPECT_EQ(parsed<KeepOptions>({"keep", "heddle-out/bugs/x"}).folder, "heddle-regressions");
  EXPECT_EQ(parsed<KeepOptions>({"keep", "heddle-out/bugs/x", "--to=tests/kept"}).folder, "tests/kept");
}

TEST(command_line, of_test_begins_with_what_is_known_unless_told) {
  EXPECT_EQ(parsed<TestOptions>({"test", "a.c"}).regressions, "heddle-regressions");
  EXPECT_EQ(parsed<TestOptions>({"test", "a.c", "--regressions=kept"}).regressions, "kept");
  EXPECT_TRUE(parsed<TestOptions>({"test", "a.c", "--fresh"}).regressions.empty());
}

TEST(command_line, of_test_says_how_long_to_look_for_simple_runs) {
  EXPECT_EQ(parsed<TestOptions>({"test", "a.c"}).simplify_seconds, 1);
  EXPECT_EQ(parsed<TestOptions>({"test", "a.c", "--simplify=5"}).simplify_seconds, 5);
  EXPECT_EQ(parsed<TestOptions>({"test", "a.c", "--as-found"}).simplify_seconds, 0);
}

TEST(command_line, names_code_of_the_user) {
  EXPECT_EQ(parsed<TestOptions>({"test", "a.c", "--library=/usr/include/own/"}).program.spec.flags,
            std::vector<std::string>{"-flibrary=/usr/include/own/"});
}

TEST(command_line, of_dump_prints_the_trace_unless_told) {
  using Form = DumpOptions::Form;
  EXPECT_EQ(parsed<DumpOptions>({"dump", "a.model"}).form, Form::kTrace);
  EXPECT_EQ(parsed<DumpOptions>({"dump", "a.model", "--trace"}).form, Form::kTrace);
  EXPECT_EQ(parsed<DumpOptions>({"dump", "a.model", "--test"}).form, Form::kTest);
  EXPECT_EQ(parsed<DumpOptions>({"dump", "a.model", "--unfolding=dot"}).form, Form::kUnfoldingDot);
}

TEST(command_line, of_dump_draws_the_contextual_unfolding_unless_told) {
  EXPECT_EQ(parsed<DumpOptions>({"dump", "a.model", "--unfolding=dot"}).strategy, "contextual");
  EXPECT_EQ(parsed<DumpOptions>({"dump", "a.model", "--unfolding=dot", "--strategy=unfolding"}).strategy, "unfolding");
}

TEST(command_line, of_test_leaves_out_joins_that_carry_nothing_unless_told) {
  EXPECT_TRUE(parsed<TestOptions>({"test", "a.model"}).strategy_options.closing_joins);
  EXPECT_TRUE(parsed<TestOptions>({"test", "a.model", "--joins=closing"}).strategy_options.closing_joins);
  EXPECT_FALSE(parsed<TestOptions>({"test", "a.model", "--joins=precise"}).strategy_options.closing_joins);
}

TEST(command_line, of_test_takes_tests_to_begin_with) {
  EXPECT_EQ(parsed<TestOptions>({"test", "a.model"}).seed_tests, 0u);
  EXPECT_EQ(parsed<TestOptions>({"test", "a.model", "--seed-tests=random:100"}).seed_tests, 100u);
  EXPECT_EQ(parsed<TestOptions>({"test", "a.model", "--strategy=unfolding", "--seed-from=out"}).seed_from, "out");
}

TEST(command_line, that_is_wrong_says_what_to_do) {
  const std::vector<std::vector<std::string>> wrong = {
      {"tst", "a.model"},
      {"a.model"},
      {"test"},
      {"test", "a.model", "b.model"},
      {"test", "a.model", "--strateg=dpor"},
      {"test", "a.model", "--foo"},
      {"test", "a.model", "-x"},
      {"test", "a.model", "--depth=0"},
      {"test", "a.model", "--depth=-1"},
      {"test", "a.model", "--depth=4294967296"},
      {"test", "a.model", "--max-tests=-1"},
      {"test", "a.model", "--max-tests=many"},
      {"test", "a.model", "--max-tests"},
      {"test", "a.model", "--max-seconds=-1"},
      {"test", "a.model", "--max-seconds=nan"},
      {"test", "a.model", "--pct-depth=0"},
      {"test", "a.model", "-D", "N"},
      {"test", "a.model", "-D", "N=x"},
      {"test", "a.model", "-D", "N=99999999999999999999"},
      {"test", "a.model", "-D", "4=4"},
      {"test", "a.model", "-D"},
      {"replay"},
      {"replay", "a", "--gdb"},
      {"dump", "a.model", "--test", "--trace"},
      {"dump", "a.model", "--test", "--unfolding=dot"},
      {"dump", "a.model", "--unfolding=svg"},
      {"dump", "a.model", "--unfolding=dot", "--strategy=dpor"},
      {"dump", "a.model", "--conflicts"},
      {"test", "a.model", "--seed-tests=100"},
      {"test", "a.model", "--seed-tests=random:"},
      {"test", "a.model", "--seed-tests=random:-1"},
      {"test", "a.model", "--seed-tests=random:1000001"},
      {"strategies", "dpor"},
      {"--verbose"},
  };
  std::string text;
  for (const std::vector<std::string>& arguments : wrong) {
    text += "$ heddle";
    for (const std::string& argument : arguments) text += " " + argument;
    text += "\n" + refusal(arguments) + "\n";
  }
  tests::expect_golden("cli/usage.txt", text);
}

TEST(command_line, that_is_empty_is_answered_with_the_help) { EXPECT_EQ(refusal({}), help({"--help"})); }

TEST(help, has_examples_and_exit_codes) {
  tests::expect_golden("cli/help.txt", help({"--help"}));
  tests::expect_golden("cli/help_test.txt", help({"test", "--help"}));
  tests::expect_golden("cli/help_replay.txt", help({"replay", "--help"}));
}

TEST(version, is_one_line) { EXPECT_EQ(help({"--version"}).find("heddle "), 0u); }

}  // namespace
}  // namespace heddle::cli
