#include "cli/test_verb.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

#include "cli/help_texts.h"
#include "cli/seeds.h"
#include "cli/shared_options.h"
#include "cli/slicer.h"

namespace heddle::cli {

namespace {

using explore::StrategyInfo;

// An option that only some strategies have a use for.
struct OptionOfStrategies {
  const char* option;
  bool StrategyInfo::* needs;
};

constexpr std::array<OptionOfStrategies, 12> kOptionsOfStrategies = {
    {{"--pct-depth", &StrategyInfo::changes_priorities},
     {"--prune", &StrategyInfo::prunable},
     {"--joins", &StrategyInfo::unfolds},
     {"--interferences", &StrategyInfo::bounds_interferences},
     {"--lcov", &StrategyInfo::bounds_interferences},
     {"--plot", &StrategyInfo::bounds_interferences},
     {"--no-cores", &StrategyInfo::bounds_interferences},
     {"--no-unique", &StrategyInfo::bounds_interferences},
     {"--no-uncovered", &StrategyInfo::bounds_interferences},
     {"--order", &StrategyInfo::unfolds},
     {"--no-merge", &StrategyInfo::unfolds},
     {"--no-prefer", &StrategyInfo::unfolds}}};

// Their names: "dpor, dpor-1 and dpor-2".
std::string strategies_that(bool StrategyInfo::* can) {
  std::vector<std::string_view> names;
  for (const StrategyInfo& info : explore::strategies()) {
    if (info.*can) names.push_back(info.name);
  }
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace

// In the order of the help text.
TestVerb::TestVerb(CLI::App& verb, std::vector<std::string>& definitions) : verb_(&verb) {
  explore::StrategyOptions& strategy = options_.strategy_options;
  verb_->footer(kTestExamples);
  verb_->add_option("FILE", files_, "The program: FILE.c or .cpp (several make one program), FILE.model")
      ->type_name("");
  native_ = add_native(verb_, options_.program.spec);
  verb_->add_option("--strategy", options_.strategy, "How to explore (see: heddle strategies)")
      ->capture_default_str()
      ->type_name("NAME");
  add_definitions(verb_, definitions);
  verb_->add_flag("--keep-going", options_.keep_going, "Explore on after a bug");
  add_budget(verb_, options_.budget);
  add_searches(strategy);
  add_prune(strategy);
  add_reductions(strategy);
  add_con2colic(strategy);
  add_number<double>(verb_, "--solver-seconds", strategy.solver.seconds_per_query, 0,
                     "Seconds that the solver may take for each question about inputs")
      ->default_str(fmt::format("{:g}", strategy.solver.seconds_per_query))
      ->type_name("S");
  add_targets(strategy);
  add_beginnings();
  add_outputs();
  add_resume();
  add_shown();
  verb_->add_flag("--quiet,-q", options_.quiet, "Print only the verdict");
}

void TestVerb::add_searches(explore::StrategyOptions& strategy) {
  add_number<std::uint64_t>(verb_, "--seed", strategy.seed, 0, "Seed of the random strategies")
      ->default_str(std::to_string(strategy.seed));
  add_number<std::uint32_t>(verb_, "--pct-depth", strategy.pct_depth, 1, "Depth of the bugs that pct looks for")
      ->default_str(std::to_string(strategy.pct_depth));
  add_number<std::uint32_t>(verb_, "--interferences", strategy.con2colic.interferences, 0,
                            "At most K reads of what another thread has written in a scenario (con2colic)")
      ->type_name("K");
}

void TestVerb::add_reductions(explore::StrategyOptions& strategy) {
  verb_
      ->add_option_function<std::uint32_t>(
          "--preemptions", [&strategy](std::uint32_t most) { strategy.preemptions = most; },
          "Begin with all schedules that interrupt threads at most N times")
      ->type_name("N");
  native_.push_back(verb_
                        ->add_option_function<std::string>(
                            "--symmetry", [&strategy](const std::string& value) { strategy.symmetry = value == "on"; },
                            "Threads that cannot be told apart begin in one order only: in auto, or if it is on (dpor)")
                        ->check(CLI::IsMember({"on", "off"}))
                        ->type_name("NAME"));
  native_.push_back(verb_
                        ->add_option_function<std::string>(
                            "--locks", [this](const std::string& value) { idle_locks_ = value == "needed"; },
                            "Locks that are steps: those whose order matters (needed: the default in auto), or all")
                        ->check(CLI::IsMember({"needed", "all"}))
                        ->type_name("NAME"));
  native_.push_back(verb_
                        ->add_option("--jobs", options_.jobs,
                                     "Run tests in this many processes at once (the cores); what is found is the same")
                        ->check(CLI::Range(1, 64))
                        ->type_name("N"));
  verb_
      ->add_option_function<std::string>(
          "--joins", [this](const std::string& value) { closing_joins_ = value == "closing"; },
          "Joins with which threads end, and learn nothing: left out (closing: the default in auto), or events")
      ->check(CLI::IsMember({"closing", "precise"}))
      ->type_name("NAME");
}

void TestVerb::add_con2colic(explore::StrategyOptions& strategy) {
  const auto add_off = [this](const char* name, bool& option, const char* what) {
    verb_->add_flag_callback(name, [&option] { option = false; }, what);
  };
  add_off("--no-cores", strategy.con2colic.use_cores, "Extend scenarios everywhere (con2colic)");
  add_off("--no-unique", strategy.con2colic.avoid_duplicates, "Decide equal scenarios again (con2colic)");
  add_off("--no-uncovered", strategy.con2colic.uncovered_first, "Do not take uncovered branches first (con2colic)");
}

void TestVerb::add_beginnings() {
  verb_->add_option("--seed-tests", seed_tests_, "Begin with N random tests")->type_name("random:N");
  verb_
      ->add_option("--seed-from,--seeds", options_.seed_from,
                   "Begin with the stored tests (test.json) below this folder, or with the inputs in its files")
      ->type_name("DIR");
  verb_
      ->add_option("--regressions", options_.regressions,
                   "Begin with the findings of this program that were kept there (heddle keep)")
      ->capture_default_str()
      ->type_name("DIR");
  verb_->add_flag("--fresh", options_.fresh, "Begin neither with these nor with tests of the last exploration");
}

void TestVerb::add_outputs() {
  verb_->add_option("--stats", options_.stats, "Write statistics as JSON (-: standard output)")->type_name("FILE");
  verb_->add_option("--lcov", options_.lcov, "Write the covered branches for lcov (con2colic)")->type_name("FILE");
  verb_->add_option("--plot", options_.plot, "Draw the covered branches over time and interferences (con2colic)")
      ->type_name("SVG");
  options_.tool_reports.add_options(*verb_);
  verb_->add_flag("--gtest", options_.gtest, "Explore each test of a GoogleTest program separately");
  verb_->add_option("--out", options_.out, "Folder for reports and bugs")->capture_default_str()->type_name("DIR");
  verb_->add_flag("--no-out", no_out_, "Write no folder");
}

void TestVerb::add_shown() {
  verb_->add_flag("--full", options_.full, "Show all steps of a finding");
  verb_->add_flag("--show-output", options_.show_output,
                  "Show everything that the program writes: where a bug shows up, or in the first run");
  const auto as_found = [this](std::int64_t) { options_.simplify_seconds = 0; };
  CLI::Option* const found =
      verb_->add_flag_function("--as-found", as_found, "Show the run that was found first, not a simpler one");
  add_number<double>(verb_, "--simplify", options_.simplify_seconds, 0,
                     "Look for simpler runs that show the findings, for S seconds")
      ->default_str(fmt::format("{:g}", options_.simplify_seconds))
      ->excludes(found)
      ->type_name("S");
  add_number<double>(verb_, "--rarity", options_.rarity_seconds, 0,
                     "Count random schedules that show it, for S seconds")
      ->type_name("S");
}

void TestVerb::add_resume() {
  verb_->add_flag("--resume", options_.resume, "Continue where the last exploration into the same folder ended");
  add_number<double>(verb_, "--journal-after", options_.journal_after, 0,
                     "Keep runs for --resume after S seconds, or sooner if they are slow")
      ->default_str(fmt::format("{:g}", options_.journal_after))
      ->type_name("S");
  constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
  verb_
      ->add_option_function<std::uint64_t>(
          "--journal-size", [this](const std::uint64_t& megabytes) { options_.journal_bytes = megabytes * kMegabyte; },
          "Keep at most MB megabytes of runs for --resume (0: none)")
      ->default_str(std::to_string(options_.journal_bytes / kMegabyte))
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 24).description(""))
      ->type_name("MB");
}

void TestVerb::add_prune(explore::StrategyOptions& strategy) {
  verb_
      ->add_option_function<std::string>(
          "--prune", [&strategy](const std::string&) { strategy.prune.emplace(); },
          "End runs early where nothing can fail any more (dpor, dpor-1, dpor-2, exhaustive)")
      ->check(CLI::IsMember({"assertions"}))
      ->type_name("assertions");
  add_number<std::size_t>(verb_, "--prune-states", prune_.max_summaries, 1,
                          "Keep summaries of at most N control states (--prune)")
      ->default_str(std::to_string(prune_.max_summaries));
  add_number<std::size_t>(verb_, "--prune-size", prune_.max_size, 1,
                          "Keep no summary of more than N expressions (--prune)")
      ->default_str(std::to_string(prune_.max_size));
  verb_->add_flag("--prune-always", prune_always_, "Do not take turns with the same search without pruning (--prune)");
  verb_->add_flag("--prune-slice", prune_slice_,
                  "Set variables aside that influence no failure; there, data races are not looked for (--prune)");
}

void TestVerb::add_targets(explore::StrategyOptions& strategy) {
  const auto parse_order = [&strategy](const std::string& text) {
    using explore::TargetOrder;
    if (text == "coverage") {
      strategy.order = TargetOrder::kCoverage;
    } else if (text == "fewest-preemptions") {
      strategy.order = TargetOrder::kFewestPreemptions;
    } else if (text == "depth-first") {
      strategy.order = TargetOrder::kDepthFirst;
    } else if (text == "random") {
      strategy.order = TargetOrder::kRandom;
    } else {
      throw CLI::ValidationError(
          "--order", fmt::format("expected coverage, fewest-preemptions, depth-first or random, not '{}'", text));
    }
  };
  verb_
      ->add_option_function<std::string>(
          "--order", parse_order,
          "Next target: coverage (of branches by inputs; default), fewest-preemptions, depth-first, random "
          "(auto, contextual, unfolding)")
      ->type_name("NAME");
  const auto no_merge = [&strategy](std::int64_t) { strategy.planner.merge = false; };
  const auto no_prefer = [&strategy](std::int64_t) { strategy.planner.prefer_uncovered = false; };
  verb_->add_flag_function("--no-merge", no_merge, "One target per test (contextual, unfolding)");
  verb_->add_flag_function("--no-prefer", no_prefer, "Do not lead threads to uncovered events (contextual, unfolding)");
}

std::optional<std::string> TestVerb::set_program(std::vector<std::string> rest) {
  std::vector<std::string> files = files_;
  trace::ProgramSpec& spec = options_.program.spec;
  if (files.empty() && !rest.empty()) {
    files.push_back(rest.front());
    rest.erase(rest.begin());
  }
  if (files.empty()) return "FILE is required";
  spec.program = files.front();
  spec.more_sources.assign(files.begin() + 1, files.end());
  spec.arguments = rest;
  return {};
}

std::optional<std::string> TestVerb::set_seeds() {
  if (seed_tests_.empty()) return {};
  const base::Result<std::uint64_t> count = parse_seed_tests(seed_tests_);
  if (!count) return count.error().text();
  options_.seed_tests = count.value();
  return {};
}

std::optional<std::string> TestVerb::without_effect() const {
  const StrategyInfo* const info = explore::find_strategy(options_.strategy);
  if (info == nullptr) return {};
  const bool prunes = options_.strategy_options.prune.has_value();
  for (const char* option : {"--prune-states", "--prune-size", "--prune-always", "--prune-slice"}) {
    if (!prunes && is_given(option)) return fmt::format("{} has no effect without --prune=assertions", option);
  }
  for (const char* option : {"--stats", "--lcov", "--plot"}) {
    if (options_.gtest && is_given(option))
      return fmt::format("{} has no effect with --gtest: each test has its own report", option);
  }
  for (const char* option : {"--no-checkpoint", "--always-checkpoint"}) {
    if (options_.program.spec.isolation == trace::Isolation::kFork && is_given(option))
      return fmt::format("{} has no effect with --isolation=fork: each run has a process of its own", option);
  }
  return without_effect(*info);
}

std::optional<std::string> TestVerb::without_effect(const StrategyInfo& info) const {
  const auto only_with = [&](const char* option, const std::string& others) {
    return fmt::format("{} has no effect with --strategy={}, only with {}", option, info.name, others);
  };
  for (const OptionOfStrategies& one : kOptionsOfStrategies) {
    if (is_given(one.option) && !(info.*one.needs)) return only_with(one.option, strategies_that(one.needs));
  }
  const bool prunes = options_.strategy_options.prune.has_value();
  const explore::TargetOrder order = options_.strategy_options.order;
  const bool random_order =
      order == explore::TargetOrder::kRandom || (order == explore::TargetOrder::kCoverage && is_given("--order"));
  if (is_given("--symmetry") && (!info.orders_twins || prunes))
    return only_with("--symmetry", strategies_that(&StrategyInfo::orders_twins) + ", without --prune");
  for (const char* option : {"--locks", "--preemptions"}) {
    if (is_given(option) && (info.symbolic_reads || prunes)) return only_with(option, "all others, without --prune");
  }
  if (is_given("--seed") && !info.samples && !random_order && seed_tests_.empty())
    return only_with("--seed", "random, pct, --order=random, --order=coverage and --seed-tests");
  return {};
}

bool TestVerb::is_given(const char* option) const { return verb_->get_option(option)->count() != 0; }

TestOptions TestVerb::take() {
  if (options_.strategy_options.prune) {
    options_.strategy_options.prune = prune_;
    if (!prune_always_) options_.strategy_options.prune->turns.emplace();
    if (prune_slice_) options_.program.spec.flags.emplace_back(kSliceFlag);
  }
  const explore::StrategyInfo* const info = explore::find_strategy(options_.strategy);
  options_.program.spec.idle_locks = idle_locks_.value_or(info != nullptr && info->idle_locks);
  options_.strategy_options.closing_joins = closing_joins_.value_or(info != nullptr && info->closing_joins);
  if (no_out_) options_.out.clear();
  if (options_.fresh) options_.regressions.clear();
  return std::move(options_);
}

}  // namespace heddle::cli
