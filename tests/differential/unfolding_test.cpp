// The unfolding strategies against all interleavings, and the unfolding core against its slow twins, on random
// programs.
//   HEDDLE_DIFFERENTIAL_PROGRAMS   how many programs (default 10,000)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <string>

#include "explore/unfolding/unfolding_strategy.h"
#include "model/executor.h"
#include "tests/differential/child.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/observations.h"
#include "tests/differential/shrink.h"
#include "tests/differential/unfolding_twins.h"

namespace heddle::differential::unfolding_test {
namespace {

using explore::TargetOrder;
using trace::Net;
using trace::OpKind;

constexpr std::uint64_t kParts = 10;            // CTest tests into which the programs are divided
constexpr std::uint64_t kEnoughPrograms = 500;  // in a part, to expect every kind of operation in one of a hundred
constexpr std::uint64_t kMaxRuns = 3'000;
constexpr std::uint64_t kMaxUnfoldingRuns = 100'000;

// Every other program is mostly synchronisation; in two of three, the threads join each other. One in four is too large
// for all its interleavings: there the reference is optimal DPOR, which runs each trace once, and which strategies_test
// compares with all interleavings.
bool is_large(std::uint64_t seed) { return seed % 8 >= 6; }
Program program_of(std::uint64_t seed) {
  return generate(seed, {.interleavings = is_large(seed) ? 300'000.0 : 3'000.0,
                         .synchronised = seed % 2 == 1,
                         .timed = seed % 4 == 3,
                         .joins = seed % 3 != 0});
}

// Sometimes the threads are cut after a few steps: that must make no difference, either.
std::uint32_t depth_of(std::uint64_t seed) { return seed % 8 == 7 ? 2 + seed / 8 % 4 : trace::kDefaultDepth; }

using Kinds = std::array<std::uint64_t, trace::kOpKindCount>;

// Records the kinds of operations that occur.
class KindCounter : public trace::Executor {
 public:
  explicit KindCounter(trace::Executor& executor) : executor_(executor) {}

  void run(const trace::Test& test, trace::Trace& trace) override {
    executor_.run(test, trace);
    for (const trace::Operation& op : trace.operations) kinds_ |= std::uint64_t{1} << static_cast<unsigned>(op.kind);
  }
  std::int64_t initial_state(trace::LocationId l) const override { return executor_.initial_state(l); }
  const trace::Names& names() const override { return executor_.names(); }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override {
    return executor_.intern_thread(parent, nth);
  }

  // Counts this program for each kind that it has.
  void count(Kinds& counts) const {
    for (std::size_t k = 0; k < counts.size(); ++k) counts[k] += kinds_ >> k & 1;
  }

 private:
  trace::Executor& executor_;
  std::uint64_t kinds_ = 0;
};

// What is known about a part; in memory that the child shares, so that it survives a failed CHECK.
struct Summary {
  std::uint64_t seed = 0;  // currently being compared
  std::uint64_t skipped = 0;
  std::uint64_t tests = 0;        // of the exhaustive strategy
  std::uint64_t naive_tests = 0;  // tests after which the naive extensions were compared
  std::uint64_t pairs = 0;        // pairs of events whose consistency was compared
  Kinds kinds{};
};

class SharedSummary {
 public:
  SharedSummary() {
    void* memory = mmap(nullptr, sizeof(Summary), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    summary_ = new (memory) Summary();
  }
  SharedSummary(const SharedSummary&) = delete;
  SharedSummary& operator=(const SharedSummary&) = delete;
  ~SharedSummary() { munmap(summary_, sizeof(Summary)); }
  Summary& operator*() { return *summary_; }
  Summary* operator->() { return summary_; }

 private:
  Summary* summary_;
};

// Failures of threads; deadlocks need a separate search.
std::set<std::pair<std::string, std::string>> failures(const Observations& o) {
  auto result = o.findings;
  std::erase_if(result, [](const auto& finding) { return finding.first == "deadlock"; });
  return result;
}

std::string compare_observations(const Observations& expected, const Observations& seen, Net net) {
  const auto set = net == Net::kContextual ? &Observations::contextual_events : &Observations::replicated_events;
  if (seen.result.progress.events != (seen.*set).size()) {
    return fmt::format("{} events are counted, {} were executed", seen.result.progress.events, (seen.*set).size());
  }
  if (!(expected.*set == seen.*set)) {
    return fmt::format("events: {} expected, {} seen", (expected.*set).size(), (seen.*set).size());
  }
  if (!(expected.local_states == seen.local_states)) {
    return fmt::format("local states: {} expected, {} seen", expected.local_states.size(), seen.local_states.size());
  }
  if (failures(expected) != failures(seen)) {
    return fmt::format("findings: {} expected, {} seen", failures(expected).size(), failures(seen).size());
  }
  if (expected.complete() != seen.complete()) return "one is complete, the other is not";
  return {};
}

// The ways in which the same unfolding is built.
struct Way {
  std::string_view name;
  TargetOrder order;
  explore::Planner::Options planner;
  std::uint64_t seed_tests = 0;
};
constexpr std::array kWays = {
    Way{"fewest preemptions", TargetOrder::kFewestPreemptions, {.merge = true, .prefer_uncovered = true}},
    Way{"depth first", TargetOrder::kDepthFirst, {.merge = false, .prefer_uncovered = false}},
    Way{"random, merging", TargetOrder::kRandom, {.merge = true, .prefer_uncovered = false}},
    Way{"random, preferring", TargetOrder::kRandom, {.merge = false, .prefer_uncovered = true}, 3},
};

// Empty if everything agrees.
std::string compare_way(trace::Executor& executor, const Way& way, Net net, std::uint64_t seed,
                        const explore::Options& options, const Observations& expected, bool with_twins,
                        Summary& summary) {
  const auto differ = [&](const std::string& what) {
    return fmt::format("{}, {}: {}", net == Net::kContextual ? "contextual" : "unfolding", way.name, what);
  };
  // Deadlocks are compared in deadlocks_test; the solver would take longer than all the rest here.
  explore::UnfoldingStrategy strategy(executor, {.net = net,
                                                 .order = way.order,
                                                 .seed = base::mix(seed),
                                                 .planner = way.planner,
                                                 .deadlocks = {.waiting = false},
                                                 .seed_tests = explore::random_tests(way.seed_tests, seed)});
  // Random programs are small: every second one is made to walk where large ones would.
  if (seed / 4 % 2 == 0) strategy.unfolding().extensions().set_few(0);
  UnfoldingTwins twins(strategy, seed, with_twins);
  const Observations seen = observe(executor, twins, options, {.events = true});
  twins.compare_pairs();
  summary.naive_tests += twins.naive_tests();
  summary.pairs += twins.pairs();
  if (!twins.difference().empty()) return differ(twins.difference());
  if (const std::string what = compare_observations(expected, seen, net); !what.empty()) return differ(what);
  return {};
}

// Empty if everything agrees, or the program has too many interleavings.
std::string compare(const std::string& source, std::uint64_t seed, Summary& summary) {
  const std::string ordered = is_large(seed) ? with_ordered_additions(source) : source;
  const model::Compiled program = model::compile(ordered, "random.model", {});
  if (!program.executor) return "does not compile: " + program.diagnostics.at(0).text();
  KindCounter executor(*program.executor);
  explore::Options options;
  options.budget = {.tests = kMaxRuns, .depth = depth_of(seed)};
  const Observations expected = observe(executor, is_large(seed) ? "dpor" : "exhaustive", options, {.events = true});
  if (expected.result.tests == kMaxRuns) {
    ++summary.skipped;
    return {};
  }
  summary.tests += expected.result.tests;
  executor.count(summary.kinds);
  options.budget.tests = kMaxUnfoldingRuns;
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      // The twins are slow: only one of the ways has them.
      const bool with_twins = i == seed % kWays.size();
      const std::string what = compare_way(executor, kWays[i], net, seed, options, expected, with_twins, summary);
      if (!what.empty()) return what;
    }
  }
  return {};
}

// The smallest program that still differs, with what differs.
std::string shrink_failure(std::uint64_t seed, const std::string& what) {
  const auto result_of = [&](const Program& p) {
    return run_in_child([&] {
      Summary ignored;
      return compare(text(p), seed, ignored);
    });
  };
  const auto fails = [&](const Program& p) {
    const ChildResult r = result_of(p);
    return r.died || (!r.text.empty() && !r.text.starts_with("does not compile"));
  };
  const Program small = shrink(program_of(seed), fails);
  return fmt::format("seed {}, depth {}, shrunk: {}\n{}\nbefore: {}", seed, depth_of(seed), result_of(small).text,
                     text(small), what);
}

class Unfoldings : public testing::TestWithParam<std::uint64_t> {};

// Operations that the model language does not have.
bool is_only_native(OpKind kind) {
  switch (kind) {
    case OpKind::kAwait:
    case OpKind::kAwaitRmw:
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kInspect:
    case OpKind::kDestroy:
    case OpKind::kLook:
    case OpKind::kChange: return true;
    default: return false;
  }
}

TEST_P(Unfoldings, agree_with_all_interleavings_and_with_their_slow_twins_on_random_programs) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_PROGRAMS", 10'000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const std::uint64_t begin = first + programs * GetParam() / kParts;
  const std::uint64_t end = first + programs * (GetParam() + 1) / kParts;
  SharedSummary summary;
  const ChildResult result = run_in_child([&]() -> std::string {
    for (std::uint64_t seed = begin; seed < end; ++seed) {
      summary->seed = seed;
      const std::string what = compare(text(program_of(seed)), seed, *summary);
      if (!what.empty()) return what;
    }
    return {};
  });
  if (result.died || !result.text.empty()) FAIL() << shrink_failure(summary->seed, result.text);

  fmt::print("seeds {} to {}: {} skipped with more than {} runs, {} runs, {} naive comparisons, {} pairs;", begin, end,
             summary->skipped, kMaxRuns, summary->tests, summary->naive_tests, summary->pairs);
  for (int k = 0; k < trace::kOpKindCount; ++k) fmt::print(" {} {}", name(static_cast<OpKind>(k)), summary->kinds[k]);
  fmt::print("\n");
  const std::uint64_t part = end - begin;
  demand("not skipped", part - summary->skipped, part - std::min(part, 1 + part / 20));
  if (end - begin < kEnoughPrograms) return;
  for (int k = 0; k < trace::kOpKindCount; ++k) {
    const auto kind = static_cast<OpKind>(k);
    // These need symbolic execution.
    if (kind == OpKind::kInput || kind == OpKind::kBranch) continue;
    if (is_only_native(kind)) continue;
    demand(fmt::format("programs with {}", name(kind)), summary->kinds[k], (end - begin) / 100);
  }
}

INSTANTIATE_TEST_SUITE_P(Part, Unfoldings, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::unfolding_test
