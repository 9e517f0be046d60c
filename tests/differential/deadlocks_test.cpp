// The deadlocks found in the unfolding against those that all interleavings run into, on random programs.
//   HEDDLE_DIFFERENTIAL_DEADLOCKS   how many programs (default 400; those with a solver are half as many)
//   HEDDLE_DIFFERENTIAL_SEED        where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "explore/factory.h"
#include "explore/loop.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "model/executor.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/child.h"
#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/shrink.h"
#include "trace/deadlock_cores.h"
#include "trace/identity.h"

namespace heddle::differential::deadlocks_test {
namespace {

using base::Hash128;
using trace::DeadlockCore;
using trace::Net;
using trace::ThreadId;
using trace::ThreadSet;

constexpr std::uint64_t kMaxRuns = 10'000;
constexpr Net kNets[] = {Net::kContextual, Net::kPlaceReplicated};

// Sometimes the threads are cut after a few steps: that must make no difference, either.
std::uint32_t depth_of(std::uint64_t seed) { return seed % 8 == 7 ? 2 + seed / 8 % 4 : trace::kDefaultDepth; }

// The co-sets of the deadlocks on locks and joins, from the traces that run into them: for each thread of the core its
// last event, or its creation if it has none.
class CoSets {
 public:
  void observe(const trace::Trace& trace) {
    for (const DeadlockCore& core : cores_.find(trace)) {
      if (core.kind == DeadlockCore::Kind::kWaiting) continue;
      for (const Net net : kNets) sets_[net].insert(co_set(trace, core, net));
    }
  }
  std::size_t count(Net net) { return sets_[net].size(); }

 private:
  Hash128 co_set(const trace::Trace& trace, const DeadlockCore& core, Net net) {
    std::map<ThreadId, Hash128> last;
    std::size_t step = 0;
    const std::span<const Hash128> events = identity_.events(trace, net);
    for (const trace::Operation& op : trace.operations) {
      if (!is_step(op)) continue;
      const Hash128& event = events[step++];
      last[op.thread] = event;
      if (op.kind == trace::OpKind::kCreate) last[ThreadId(op.choice)] = Hash128(event).add(1);
    }
    Hash128 result;
    ThreadSet threads = core.waiting;
    if (core.keeper.valid()) threads.insert(core.keeper);
    for (const ThreadId t : threads) result.add(t.value).add(last[t]);
    return result;
  }

  trace::DeadlockCores cores_;
  trace::Identity identity_;
  std::map<Net, std::set<Hash128>> sets_;
};

// Kind and places.
using Findings = std::set<std::pair<std::string, std::string>>;

struct Seen {
  Findings findings;
  explore::Result result;
};

Seen run(trace::Executor& executor, explore::Strategy& strategy, std::uint32_t depth, CoSets* co_sets = nullptr) {
  explore::Options options;
  options.keep_going = true;
  options.budget = {.tests = kMaxRuns, .depth = depth};
  if (co_sets != nullptr) options.on_trace = [&](const trace::Trace& trace) { co_sets->observe(trace); };
  Seen seen;
  seen.result = explore::explore(executor, strategy, options);
  for (const explore::Finding& f : seen.result.findings) seen.findings.insert({name(f), where(f)});
  return seen;
}

std::string difference(const Findings& expected, const Findings& seen) {
  std::string result;
  for (const auto& [kind, where] : expected) {
    if (!seen.contains({kind, where})) result += fmt::format("\n  not found: {} at {}", kind, where);
  }
  for (const auto& [kind, where] : seen) {
    if (!expected.contains({kind, where})) result += fmt::format("\n  unexpected: {} at {}", kind, where);
  }
  return result;
}

struct Summary {
  std::uint64_t programs = 0;
  std::uint64_t findings = 0;
  std::uint64_t confirmations = 0;

  // As one line, to be returned from a child process.
  std::string text() const { return fmt::format("{} {} {}\n", programs, findings, confirmations); }
  // Adds the numbers in the first line of `text`, and returns the rest of it.
  std::string add(const std::string& text) {
    std::istringstream in(text);
    Summary other;
    in >> other.programs >> other.findings >> other.confirmations;
    programs += other.programs;
    findings += other.findings;
    confirmations += other.confirmations;
    return text.substr(text.find('\n') + 1);
  }
};

// Empty if it agrees.
std::string compare_with_unfolding(trace::Executor& executor, const explore::UnfoldingOptions& options,
                                   std::uint32_t depth, const Seen& expected, CoSets& co_sets, Summary& summary) {
  const std::string_view name = options.net == Net::kContextual ? "contextual" : "unfolding";
  explore::UnfoldingStrategy strategy(executor, options);
  const Seen seen = run(executor, strategy, depth);
  summary.confirmations += seen.result.confirmations;
  const std::string what = difference(expected.findings, seen.findings);
  if (!what.empty()) return fmt::format("{}: {}", name, what);
  if (seen.result.reasons != expected.result.reasons) return fmt::format("{}: other reasons", name);
  if (strategy.deadlocks().cycles() == co_sets.count(options.net)) return {};
  return fmt::format("{}: {} deadlocks by locks and joins instead of {}", name, strategy.deadlocks().cycles(),
                     co_sets.count(options.net));
}

// Empty if all agree, or the program is too large to tell.
std::string compare(const std::string& source, std::uint32_t depth, Summary& summary) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {};
  trace::Executor& executor = *program.executor;
  CoSets co_sets;
  const auto exhaustive = explore::make_strategy("exhaustive", executor, {});
  const Seen expected = run(executor, *exhaustive, depth, &co_sets);
  if (expected.result.tests == kMaxRuns) return {};
  ++summary.programs;
  summary.findings += expected.findings.size();

  const auto dpor = explore::make_strategy("dpor", executor, {});
  const std::string by_dpor = difference(expected.findings, run(executor, *dpor, depth).findings);
  if (!by_dpor.empty()) return "dpor: " + by_dpor;
  for (const Net net : kNets) {
    // Also with the solver instead of the search, but only for some of the programs, because it is slow.
    for (const bool with_search : {true, false}) {
      explore::UnfoldingOptions options{.net = net};
      if (!with_search) {
        if (source.size() % 4 != 0) continue;
        options.deadlocks.search_work = options.deadlocks.search_share = 0;
      }
      const std::string what = compare_with_unfolding(executor, options, depth, expected, co_sets, summary);
      if (!what.empty()) return (with_search ? "" : "by the solver, ") + what;
    }
  }
  return {};
}

// The same in a child process, which a deadlock that does not show up would end.
std::string compare_in_child(const Program& program, std::uint32_t depth, Summary& summary) {
  const ChildResult result = run_in_child([&] {
    Summary found;
    const std::string what = compare(text(program), depth, found);
    return found.text() + what;
  });
  return result.died ? result.text : summary.add(result.text);
}

std::string shrunk(const Program& program, std::uint32_t depth) {
  Summary ignored;
  const Program small = shrink(program, [&](const Program& p) { return !compare_in_child(p, depth, ignored).empty(); });
  return fmt::format("{}\n{}", compare_in_child(small, depth, ignored), text(small));
}

void compare_all(bool waiting, std::uint64_t programs) {
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  Summary summary;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const std::uint32_t depth = depth_of(seed);
    const Program program = generate_blocking(seed, waiting);
    const std::string what = compare_in_child(program, depth, summary);
    ASSERT_EQ(what, "") << "seed " << seed << ", depth " << depth << ", shrunk: " << shrunk(program, depth);
  }
  fmt::print("{} programs, {} findings, {} confirmations\n", summary.programs, summary.findings, summary.confirmations);
  // Otherwise this shows nothing: the programs are too large, or have no deadlocks, or the tests run into all of them.
  demand("compared", summary.programs, programs / 2);
  demand("findings", summary.findings, programs / 2);
  demand("confirmations", summary.confirmations, 1);
}

TEST(Deadlocks, of_the_examples_are_the_same_for_all_strategies) {
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HEDDLE_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".model") continue;
    std::ifstream file(entry.path());
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    const auto executor = compile(source);
    const auto dpor = explore::make_strategy("dpor", *executor, {});
    const Seen expected = run(*executor, *dpor, trace::kDefaultDepth);
    if (expected.result.tests == kMaxRuns) continue;
    for (const Net net : kNets) {
      explore::UnfoldingStrategy strategy(*executor, {.net = net});
      const Seen seen = run(*executor, strategy, trace::kDefaultDepth);
      EXPECT_EQ(difference(expected.findings, seen.findings), "") << entry.path();
    }
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

// About a fifth is skipped as too large: of these, and a third as many with other ways to wait, 10,000 are compared.
constexpr std::uint64_t kPrograms = 10'000;

TEST(Deadlocks, by_locks_and_joins_are_the_same_for_all_strategies) {
  compare_all(false, from_environment("HEDDLE_DIFFERENTIAL_DEADLOCKS", kPrograms));
}

TEST(Deadlocks, by_signals_semaphores_and_barriers_are_the_same_for_all_strategies) {
  compare_all(true, from_environment("HEDDLE_DIFFERENTIAL_DEADLOCKS", kPrograms) / 3);
}

}  // namespace
}  // namespace heddle::differential::deadlocks_test
