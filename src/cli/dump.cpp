#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "cli/agreement.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "explore/con2colic.h"
#include "explore/factory.h"
#include "explore/findings.h"
#include "explore/interference/dot.h"
#include "explore/loop.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "report/output_folder.h"
#include "trace/text.h"
#include "unfolding/dot.h"

namespace heddle::cli {

namespace {

// The run as a stored test: with its first finding, if it has one.
trace::TestFile stored_test(const DumpOptions& options, const Program& program, const trace::Trace& trace) {
  explore::Findings findings(*program.executor, options.depth);
  findings.observe(trace);
  explore::Finding finding;
  if (findings.empty()) {
    finding.test = test_of(trace, options.depth);
    finding.trace = trace;
  } else {
    finding = std::move(findings.take().front());
  }
  report::RunInfo info;
  std::error_code ignored;
  info.program = program.spec;
  info.directory = std::filesystem::current_path(ignored);
  info.program_hash = program.hash;
  return report::test_file(finding, info, program.executor->names());
}

void dump_first_run(const DumpOptions& options, const Program& program, Console& console) {
  trace::Trace trace;
  trace::Test test;
  test.depth = options.depth;
  program.executor->run(test, trace);
  if (options.form == DumpOptions::Form::kTest) {
    const trace::TestFile stored = stored_test(options, program, trace);
    if (program.native != nullptr) remember_agreement(stored);
    console.out << to_json(stored);
  } else {
    console.out << to_text(trace, program.executor->names());
  }
}

// The strategy that explores the program; empty if there is only one run.
std::string_view strategy_of(const DumpOptions& options) {
  if (options.form == DumpOptions::Form::kForestDot)
    return explore::strategy_that(&explore::StrategyInfo::bounds_interferences).name;
  return options.form == DumpOptions::Form::kUnfoldingDot ? std::string_view(options.strategy) : "";
}

// Explores until nothing is left, or there is more than a picture can show.
ExitCode dump_unfolding(const DumpOptions& options, const Program& program, Console& console) {
  const explore::StrategyInfo* const info = explore::find_strategy(options.strategy);
  CHECK(info != nullptr && info->net);
  const explore::UnfoldingOptions strategy_options = {.net = *info->net, .deadlocks = {.waiting = false}};
  explore::Options exploring{.budget = {.depth = options.depth}, .keep_going = true};
  exploring.max_events = unfolding::kMaxDrawnEvents;
  const explore::Result result = explore::explore(
      *program.executor,
      [&] { return std::make_unique<explore::UnfoldingStrategy>(*program.executor, strategy_options); }, exploring);
  auto& strategy = static_cast<explore::UnfoldingStrategy&>(*result.strategy);
  const base::Result<std::string> picture =
      to_dot(strategy.unfolding().process(), program.executor->names(), {.conflicts = options.conflicts});
  if (!picture) {
    console.err << "heddle: " << picture.error().text() << "\n";
    return kUsage;
  }
  console.out << picture.value();
  return kNoBug;
}

// The same for thread trees.
ExitCode dump_forest(const DumpOptions& options, const Program& program, Console& console) {
  constexpr std::size_t kMaxDrawnNodes = 2000;
  explore::Options exploring{.budget = {.depth = options.depth}, .keep_going = true};
  exploring.max_events = kMaxDrawnNodes;
  const explore::Result result = explore::explore(
      *program.executor,
      [&] { return std::make_unique<explore::Con2colic>(*program.executor, explore::Con2colicOptions{}); }, exploring);
  const auto& strategy = static_cast<explore::Con2colic&>(*result.strategy);
  const explore::interference::ThreadTrees& trees = strategy.trees();
  if (trees.size() > kMaxDrawnNodes) {
    console.err << "heddle: the thread trees have more than " << kMaxDrawnNodes << " nodes, too many for a picture\n";
    return kUsage;
  }
  console.out << to_dot(trees, strategy.shown(), program.executor->names(), *program.executor->expressions());
  return kNoBug;
}

}  // namespace

ExitCode run_dump(const DumpOptions& options, Console& console) {
  const Program program =
      load_program(options.program.spec, {.given = options.program.given, .strategy = strategy_of(options)}, console);
  if (program.executor == nullptr) return program.code;
  if (options.form == DumpOptions::Form::kUnfoldingDot) return dump_unfolding(options, program, console);
  if (options.form == DumpOptions::Form::kForestDot) return dump_forest(options, program, console);
  dump_first_run(options, program, console);
  return kNoBug;
}

}  // namespace heddle::cli
