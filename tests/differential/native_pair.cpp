#include "tests/differential/native_pair.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <regex>
#include <utility>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/compile.h"
#include "tests/differential/native_twin.h"

namespace heddle::differential {

namespace {

// What one exploration says, in words that do not depend on the executor.
struct Story {
  explore::Result result;
  std::set<std::string> ends;
  std::set<std::string> findings;
  std::set<std::string> reasons;  // for incompleteness
};

// Places are identified by their lines: files and columns differ in C.
std::string with_lines(const std::string& text) {
  static const std::regex place(R"(\w+\.model:(\d+):\d+)");
  return std::regex_replace(text, place, "line $1");
}

Story explore_all(trace::Executor& executor, const ComparedStrategy& strategy, std::uint32_t depth,
                  const std::string& prefix, const std::atomic<bool>* interrupted) {
  Story story;
  explore::Options options;
  options.budget = {.tests = strategy.tests, .depth = depth};
  options.keep_going = true;
  options.interrupted = interrupted;
  options.on_trace = [&](const trace::Trace& t) {
    if (t.outcome != trace::Outcome::kAsleep) story.ends.insert(end_of(t, executor.names(), prefix));
  };
  // How far targets are merged depends on counted work, which depends on the numbers that locations happen to have.
  explore::StrategyOptions plain;
  plain.planner = {.merge = false, .prefer_uncovered = false};
  const auto made = explore::make_strategy(strategy.name, executor, plain);
  story.result = explore::explore(executor, *made, options);
  for (const explore::Finding& f : story.result.findings) {
    trace::FailureKind kind{};
    const std::string known = trace::parse_failure_kind(name(f), kind) ? std::string(name(as_in_c(kind))) : name(f);
    story.findings.insert(fmt::format("{} at {} {} times", known, with_lines(where(f)), f.count));
  }
  for (const std::string& reason : story.result.reasons) story.reasons.insert(with_lines(reason));
  return story;
}

std::string list(const std::set<std::string>& texts) { return fmt::format("\n    {}\n", fmt::join(texts, "\n    ")); }

// Empty if the two say the same.
std::string compare(const Story& model, const Story& native) {
  const explore::Result& m = model.result;
  const explore::Result& n = native.result;
  const auto differ = [](std::string_view what, auto a, auto b) {
    return fmt::format("{}: {} in the model, {} natively", what, a, b);
  };
  if (m.tests != n.tests) return differ("tests", m.tests, n.tests);
  if (m.confirmations != n.confirmations) return differ("confirmations", m.confirmations, n.confirmations);
  if (m.progress.traces != n.progress.traces) return differ("traces", m.progress.traces, n.progress.traces);
  if (m.progress.blocked != n.progress.blocked) return differ("blocked", m.progress.blocked, n.progress.blocked);
  if (m.progress.events != n.progress.events) return differ("events", m.progress.events, n.progress.events);
  if (m.progress.deadlocks != n.progress.deadlocks)
    return differ("deadlocks", m.progress.deadlocks, n.progress.deadlocks);
  if (model.ends != native.ends) return differ("ends", list(model.ends), list(native.ends));
  if (model.findings != native.findings) return differ("findings", list(model.findings), list(native.findings));
  if (model.reasons != native.reasons) return differ("reasons", list(model.reasons), list(native.reasons));
  return {};
}

// What the model says about a program, by strategy.
using Expected = std::vector<std::pair<ComparedStrategy, Story>>;

// Empty if everything agrees.
std::string compare_native(const Pair& pair, abi::Visible visible, const Expected& expected, PairSummary& summary) {
  native::Options options;
  options.spec.visible = visible;
  options.spec.checkpoint = pair.checkpoint;
  options.stacks = false;
  auto native = native::NativeExecutor::create({pair.executable, {fmt::format("{}", pair.index)}}, options);
  if (!native) return native.error().text();
  const auto model = compile(pair.model);
  NativeTwin twin(*native.value(), *model, prefix_of(pair.index));
  std::string what;
  for (const auto& [strategy, story] : expected) {
    const Story seen = explore_all(twin, strategy, pair.depth, prefix_of(pair.index), &twin.differs());
    ++summary.explorations;
    what = twin.difference().empty() ? compare(story, seen) : twin.difference();
    if (!what.empty()) {
      what = fmt::format("{}, --visible={}, --depth={}, checkpoint {}: {}", strategy.name,
                         visible == abi::Visible::kShared ? "shared" : "racy", pair.depth, name(pair.checkpoint), what);
      break;
    }
  }
  summary.traces += twin.compared();
  summary.met.insert(twin.met().begin(), twin.met().end());
  return what;
}

}  // namespace

std::string prefix_of(std::size_t index) { return fmt::format("p{}_", index); }

std::string compare(const Pair& pair, std::span<const ComparedStrategy> strategies,
                    std::span<const abi::Visible> visible, PairSummary& summary) {
  Expected expected;
  expected.reserve(strategies.size());
  for (const ComparedStrategy& strategy : strategies) {
    const auto model = compile(pair.model);
    // Threads are numbered as they are encountered, which random strategies depend on: as in the native program, by the
    // empty test first.
    trace::Trace first;
    model->run({}, first);
    Story story = explore_all(*model, strategy, pair.depth, "", nullptr);
    if (strategy.ends && story.result.tests == strategy.tests) continue;
    if (strategy.name == "dpor") ++summary.programs;
    expected.emplace_back(strategy, std::move(story));
  }
  for (const abi::Visible v : visible) {
    const std::string what = compare_native(pair, v, expected, summary);
    if (!what.empty()) return what;
  }
  return {};
}

}  // namespace heddle::differential
