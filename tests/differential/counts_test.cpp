// Random programs with counters whose threads look for one sum only, as reference counts are used (trace/counts.h),
// explored by a strategy to which these additions commute, and by some to which they do not: the same findings, and the
// same things seen by the threads. For each program all interleavings are put into classes, by a slow and obvious
// version of the rule that says which additions commute; `dpor` runs one of each class.
//   HEDDLE_DIFFERENTIAL_COUNTS   how many programs (default 60)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "explore/loop.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"
#include "trace/identity.h"
#include "trace/semantics.h"

namespace heddle::differential::counts_test {
namespace {

constexpr std::uint64_t kMaxRuns = 4000;

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int u, v, x, y;
static int z;
static pthread_t threads[5];
)";

// What threads do: {n} is a number.
constexpr std::array<std::string_view, 24> kStatements = {
    "if (atomic_fetch_sub(&u, 1) == 1) x = {n};",
    "if (atomic_fetch_sub(&u, 1) == 1) x = {n};",
    "if (atomic_fetch_sub(&u, 1) == 1) a = y;",
    "atomic_fetch_add(&u, 1);",
    "atomic_fetch_add(&u, 1); if (atomic_fetch_sub(&u, 1) == 1) x = {n};",
    "atomic_fetch_add(&u, 1); if (atomic_fetch_sub(&u, 1) == 1) x = {n};",
    "atomic_fetch_add(&u, 2); if (atomic_fetch_sub(&u, 1) == 1) a = x; if (atomic_fetch_sub(&u, 1) == 1) x = {n};",
    "if (atomic_fetch_sub(&u, 2) == 2) y = {n};",
    "z = {n}; if (atomic_fetch_sub_explicit(&u, 1, memory_order_acq_rel) == 1) z = {n};",
    "if (atomic_fetch_sub_explicit(&u, 1, memory_order_release) == 1) {{ "
    "atomic_thread_fence(memory_order_acquire); z = {n}; }}",
    "if (atomic_fetch_sub_explicit(&u, 1, memory_order_relaxed) == 1) z = {n};",
    "z = {n}; if (atomic_fetch_sub(&u, 1) != 1) a = z;",
    "if (atomic_fetch_sub(&u, 1) - 1 == 0) x = {n}; else y = {n};",
    "if (--u == 0) y = {n};",
    "if (atomic_fetch_sub(&u, 1) == 1) u = {n};",
    "a = u;",
    "a = u; assert(a != {n} + 2);",
    "u = {n} + 1;",
    "a = {n} + 1; atomic_compare_exchange_strong(&u, &a, 4);",
    "if (atomic_fetch_sub(&u, 1) == 2) y = {n};",
    "atomic_fetch_sub(&u, 1);",
    "if (atomic_fetch_add(&v, 1) == 1) y = {n};",
    "atomic_fetch_add(&v, 1);",
    "if (atomic_fetch_add(&v, 1) == {n}) a = x;",
};

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  // A few sorts in one program, so that they interact.
  std::vector<std::string_view> sorts;
  for (std::uint64_t i = 1 + rng.below(3); i > 0; --i) sorts.push_back(kStatements[rng.below(kStatements.size())]);
  const std::size_t count = 2 + rng.below(3);
  result.main = fmt::format("u = {};\n", 1 + rng.below(5));
  for (std::size_t t = 1; t <= count; ++t) {
    std::string body;
    for (std::uint64_t i = 1 + rng.below(5 - count); i > 0; --i) {
      body += fmt::format("  {{ {} }}\n",
                          fmt::format(fmt::runtime(sorts[rng.below(sorts.size())]), fmt::arg("n", rng.below(3))));
    }
    result.text += fmt::format(
        "static void* {}f{}(void* unused) {{\n  int a = 0;\n{}  (void)a;\n  return unused;\n}}\n", prefix, t, body);
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  }
  if (rng.below(2) == 0) {
    for (std::size_t t = 1; t <= count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
    if (rng.below(2) == 0) result.main += "assert(z + x != 3);\n";
  }
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

bool finds_end(const trace::Operation& op) { return op.value == trace::unpack_count(op.operand).end; }

// What each thread did with atomic variables, and what it saw there.
std::string seen_in(const trace::Trace& trace) {
  std::map<std::size_t, std::string> threads;
  for (const trace::Operation& op : trace.operations) {
    using enum trace::OpKind;
    std::string& thread = threads[op.thread.index()];
    if (op.kind == kRead || op.kind == kWrite || op.kind == kCas) {
      thread += fmt::format(" {}={}", name(op.kind), op.value);
    } else if (trace::is_count(op)) {
      thread += finds_end(op) ? " last" : " count";
    }
  }
  return fmt::format("{} {}", static_cast<int>(trace.outcome), fmt::join(threads, ";"));
}

// Can some thread find the sum, in whatever order the additions of this group happen? Each thread keeps its own order:
// all sums that can have been reached, by trying all ways to choose how far each thread has come.
bool may_find(std::span<const trace::Operation* const> group) {
  std::map<std::size_t, std::vector<std::int64_t>> sums;
  std::int64_t end = 0;
  bool looks = false;
  for (const trace::Operation* op : group) {
    std::vector<std::int64_t>& thread = sums.try_emplace(op->thread.index(), 1, 0).first->second;
    thread.push_back(thread.back() + op->value - op->before);
    if (!trace::is_count(*op)) continue;
    looks = true;
    end = trace::unpack_count(op->operand).end;
  }
  if (!looks) return false;
  std::set<std::int64_t> reached = {group[0]->before};
  for (const auto& [thread, own] : sums) {
    std::set<std::int64_t> further;
    for (const std::int64_t sum : reached) {
      for (const std::int64_t more : own) further.insert(sum + more);
    }
    reached = std::move(further);
  }
  // Whether it can be passed is asked, not only whether it can be met.
  return *reached.begin() <= end && end <= *reached.rbegin();
}

using Runs = std::vector<trace::Trace>;

// The locations at which additions that look for a sum may commute at all.
std::set<std::uint32_t> find_even(const Runs& runs) {
  std::map<std::uint32_t, std::set<std::int64_t>> ends;
  std::set<std::uint32_t> uneven, added, below;
  for (const trace::Trace& run : runs) {
    for (const trace::Operation& op : run.operations) {
      const std::uint32_t x = op.location.value;
      if (trace::is_count(op)) {
        const std::int64_t end = trace::unpack_count(op.operand).end;
        ends[x].insert(end);
        if (op.before <= end) below.insert(x);
      } else if (op.kind == trace::OpKind::kAdd) {
        added.insert(x);
        if (op.value <= op.before) uneven.insert(x);
      }
    }
  }
  std::set<std::uint32_t> even;
  for (const auto& [x, sums] : ends) {
    if (sums.size() == 1 && !uneven.contains(x) && !(added.contains(x) && below.contains(x))) even.insert(x);
  }
  return even;
}

// Says of each addition whether it commutes.
void mark(trace::Trace& run, const std::set<std::uint32_t>& even) {
  std::map<std::uint32_t, std::vector<const trace::Operation*>> groups;
  for (trace::Operation& op : run.operations) {
    if (op.effect == trace::Effect::kNone || !even.contains(op.location.value)) continue;
    std::vector<const trace::Operation*>& group = groups[op.location.value];
    if (trace::is_count(op)) {
      group.push_back(&op);
      trace::Count count = trace::unpack_count(op.operand);
      count.is_even = true;
      count.commutes = !may_find(group);
      if (!count.commutes) group.clear();
      op.operand = trace::pack(count);
    } else if (op.kind == trace::OpKind::kAdd) {
      group.push_back(&op);
    } else {
      group.clear();
    }
  }
}

struct Story {
  std::set<std::string> said;  // findings and reasons for incompleteness
  std::set<std::string> seen;
  Runs runs;
};

// None if it takes too long.
std::optional<Story> explore_program(const std::string& executable, std::size_t index, std::string_view strategy,
                                     std::uint64_t max_tests) {
  const auto native = start_case(executable, index, strategy);
  if (!native) return std::nullopt;
  Story story;
  const auto note = [&](const trace::Trace& trace) {
    if (trace.refines) {
      story = {};
    } else if (trace.outcome != trace::Outcome::kAsleep) {
      story.seen.insert(seen_in(trace));
      story.runs.push_back(trace);
    }
  };
  const explore::Result result = explore_all(*native.value(), strategy, max_tests, {}, note);
  if (was_stopped(result)) return std::nullopt;
  story.said = said_by(result);
  return story;
}

// How many classes of runs there are.
std::size_t count_classes(Runs runs) {
  const std::set<std::uint32_t> even = find_even(runs);
  trace::Identity identity;
  std::set<base::Hash128> classes;
  for (trace::Trace& run : runs) {
    mark(run, even);
    classes.insert(identity.mazurkiewicz(run));
  }
  return classes.size();
}

std::string difference(const Story& one, const Story& other, std::string_view strategy) {
  if (one.said != other.said)
    return fmt::format("{} says\n{}\nbut not\n{}", strategy, fmt::join(other.said, "\n"), fmt::join(one.said, "\n"));
  const bool runs_every_trace = strategy.starts_with("dpor");
  if (runs_every_trace && one.seen != other.seen)
    return fmt::format("{} sees\n{}\nbut not\n{}", strategy, fmt::join(other.seen, "\n"), fmt::join(one.seen, "\n"));
  return {};
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t /*seed*/) {
  Shown shown;
  const std::optional<Story> all = explore_program(executable, index, "exhaustive", kMaxRuns);
  if (!all) {
    ++shown.counts["too large"];
    return shown;
  }
  std::map<std::string_view, std::size_t> tests;
  for (const std::string_view strategy : {"dpor", "dpor-2", "contextual", "auto"}) {
    const std::optional<Story> story = explore_program(executable, index, strategy, 2 * kMaxRuns);
    if (!story) {
      shown.difference = fmt::format("{} takes longer than exhaustive", strategy);
      return shown;
    }
    shown.difference = difference(*all, *story, strategy);
    if (!shown.difference.empty()) return shown;
    tests[strategy] = story->runs.size();
  }
  if (const std::size_t classes = count_classes(all->runs); tests["dpor"] != classes) {
    shown.difference = fmt::format("{} tests of dpor for {} classes", tests["dpor"], classes);
    return shown;
  }
  ++shown.counts["compared"];
  if (tests["dpor"] < tests["dpor-2"]) ++shown.counts["fewer tests"];
  if (!all->said.empty()) ++shown.counts["with findings"];
  return shown;
}

TEST(Counts, commute_without_a_difference) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_COUNTS", 60);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare}, first, count);
  demand(counts, "compared", count / 2);
  demand(counts, "fewer tests", count / 6);
  demand(counts, "with findings", count / 10);
}

}  // namespace
}  // namespace heddle::differential::counts_test
