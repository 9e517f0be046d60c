// Joins that carry nothing (docs/unfolding.md) on random programs whose threads join each other at their ends: the
// unfolding strategies with joins that are not events against a strategy that runs every trace. They have the same
// findings, deadlocks and reasons and, except for what threads know after their last joins, the same events and local
// states.
//   HEDDLE_DIFFERENTIAL_JOINS      how many programs (default 600)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "model/executor.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/child.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/observations.h"
#include "tests/differential/shrink.h"

namespace heddle::differential::joins_test {
namespace {

using trace::Net;
using trace::Operation;
using trace::OpKind;
using Joins = unfolding::Unfolding::Joins;

constexpr std::uint64_t kMaxRuns = 20'000;
// Of an unfolding, which plans tests ahead with what was known before: a few more than there are traces.
constexpr std::uint64_t kMaxTests = 2 * kMaxRuns;

// Each thread joins some of the later ones, the first one often all, so that joins are nested, and some threads are
// joined by several. A few then look at something, so that what the joined threads did matters.
void add_joins(Program& program, std::uint64_t seed) {
  base::Rng rng(seed);
  std::vector<Program::Part*> threads;
  for (Program::Part& part : program.parts) {
    if (part.head.starts_with("thread t")) threads.push_back(&part);
  }
  const bool joins_all = rng.one_in(2);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    for (std::size_t j = i + 1; j < threads.size(); ++j) {
      if (!(joins_all && i == 0) && !rng.one_in(2)) continue;
      threads[i]->body.push_back({.head = fmt::format("join(t{});", j)});
      if (rng.one_in(12)) threads[i]->body.push_back({.head = "a = x0;"});
    }
  }
}

Program program_of(std::uint64_t seed) {
  Program program =
      seed % 3 == 0
          ? generate_blocking(seed, seed % 2 == 0)
          : generate(seed, {.interleavings = 100'000.0, .synchronised = seed % 4 == 1, .joins = seed % 5 == 0});
  add_joins(program, seed);
  return program;
}

std::uint32_t depth_of(std::uint64_t seed) { return seed % 8 == 7 ? 2 + seed / 8 % 4 : trace::kDefaultDepth; }

// The trace without the joins after which its threads do nothing else.
trace::Trace without_last_joins(const trace::Trace& trace) {
  trace::Trace result = trace;
  result.operations.clear();
  trace::ThreadSet going_on;
  for (std::size_t i = trace.operations.size(); i-- > 0;) {
    const Operation& op = trace.operations[i];
    if (op.kind == OpKind::kJoin && !going_on.contains(op.thread)) continue;
    if (is_step(op)) going_on.insert(op.thread);
    result.operations.insert(result.operations.begin(), op);
  }
  return result;
}

struct Seen {
  Observations before;  // without the last joins; but with all findings
  explore::Result result;
};

Seen run(trace::Executor& executor, explore::Strategy& strategy, std::uint32_t depth, std::uint64_t tests) {
  Seen seen;
  Collector collector(seen.before, {.states = true, .events = true});
  explore::Options options;
  options.keep_going = true;
  options.budget = {.tests = tests, .depth = depth};
  options.on_trace = [&](const trace::Trace& trace) { collector.observe(without_last_joins(trace)); };
  seen.result = explore::explore(executor, strategy, options);
  for (const explore::Finding& f : seen.result.findings) seen.before.findings.insert({name(f), where(f)});
  return seen;
}

std::string list(const Observations& o) {
  std::string result;
  for (const auto& [kind, where] : o.findings) result += fmt::format(" {} at {};", kind, where);
  return result;
}

std::string difference(const Seen& expected, const Seen& seen, Net net) {
  const auto events = net == Net::kContextual ? &Observations::contextual_events : &Observations::replicated_events;
  if (expected.before.findings != seen.before.findings)
    return fmt::format("findings:{} instead of{}", list(seen.before), list(expected.before));
  if (expected.result.reasons != seen.result.reasons)
    return fmt::format("reasons: {} instead of {}", fmt::join(seen.result.reasons, "; "),
                       fmt::join(expected.result.reasons, "; "));
  for (const auto& [name, set] :
       {std::pair("local states", &Observations::local_states), std::pair("events", events)}) {
    if (!(expected.before.*set == seen.before.*set))
      return fmt::format("{} {} instead of {}", (seen.before.*set).size(), name, (expected.before.*set).size());
  }
  return {};
}

struct Summary {
  std::uint64_t programs = 0;
  std::uint64_t closing = 0;   // have joins that are not events in the end
  std::uint64_t fewer = 0;     // have fewer tests because of that
  std::uint64_t findings = 0;  // in total

  std::string text() const { return fmt::format("{} {} {} {}\n", programs, closing, fewer, findings); }
  // Adds the numbers in the first line of `text`, and returns the rest of it.
  std::string add(const std::string& text) {
    std::istringstream in(text);
    Summary other;
    in >> other.programs >> other.closing >> other.fewer >> other.findings;
    programs += other.programs;
    closing += other.closing;
    fewer += other.fewer;
    findings += other.findings;
    return text.substr(text.find('\n') + 1);
  }
};

// Empty if all agree, or the program is too large to tell.
std::string compare(const std::string& source, std::uint64_t seed, Summary& summary) {
  const model::Compiled program = model::compile(with_ordered_additions(source), "random.model", {});
  if (!program.executor) return {};
  trace::Executor& executor = *program.executor;
  const auto dpor = explore::make_strategy("dpor", executor, {});
  const Seen expected = run(executor, *dpor, depth_of(seed), kMaxRuns);
  if (expected.result.tests == kMaxRuns) return {};
  ++summary.programs;
  summary.findings += expected.before.findings.size();
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    explore::UnfoldingOptions options{.net = net, .joins = Joins::kClosing, .order = explore::TargetOrder::kRandom};
    options.seed = seed;
    // The solver instead of the search, for some of them.
    if (seed % 16 == 0) options.deadlocks.search_work = options.deadlocks.search_share = 0;
    explore::UnfoldingStrategy closing(executor, options);
    const Seen seen = run(executor, closing, depth_of(seed), kMaxTests);
    const std::string what = difference(expected, seen, net);
    if (!what.empty()) return fmt::format("{}: {}", net == Net::kContextual ? "contextual" : "unfolding", what);
    if (net == Net::kPlaceReplicated) continue;
    const auto& process = closing.unfolding().process();
    bool closes = false;
    for (std::size_t i = 0; i < process.size(); ++i) closes |= process[unfolding::EventId(i)].closes != 0;
    summary.closing += closes ? 1 : 0;
    options.joins = Joins::kPrecise;
    explore::UnfoldingStrategy precise(executor, options);
    summary.fewer += seen.result.tests < run(executor, precise, depth_of(seed), kMaxTests).result.tests ? 1 : 0;
  }
  return {};
}

// In a child process, which a failed CHECK would end.
std::string compare_in_child(const Program& program, std::uint64_t seed, Summary& summary) {
  const ChildResult result = run_in_child([&] {
    Summary found;
    const std::string what = compare(text(program), seed, found);
    return found.text() + what;
  });
  return result.died ? "died: " + result.text : summary.add(result.text);
}

std::string shrunk(const Program& program, std::uint64_t seed) {
  Summary ignored;
  const Program small = shrink(program, [&](const Program& p) { return !compare_in_child(p, seed, ignored).empty(); });
  return fmt::format("{}\n{}", compare_in_child(small, seed, ignored), text(small));
}

TEST(Joins, that_carry_nothing_hide_nothing_on_random_programs) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_JOINS", 600);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  Summary summary;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const Program program = program_of(seed);
    const std::string what = compare_in_child(program, seed, summary);
    ASSERT_EQ(what, "") << "seed " << seed << ", depth " << depth_of(seed) << ", shrunk: " << shrunk(program, seed);
  }
  fmt::print("{} programs, {} with joins that are no events, {} of them with fewer tests, {} findings\n",
             summary.programs, summary.closing, summary.fewer, summary.findings);
  // Otherwise this shows nothing.
  demand("programs", summary.programs, programs * 2 / 3);
  demand("closing", summary.closing, programs / 4);
  demand("fewer", summary.fewer, programs / 20);
  demand("findings", summary.findings, programs / 10);
}

}  // namespace
}  // namespace heddle::differential::joins_test
