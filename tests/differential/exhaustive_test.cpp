// The reference itself against something that knows nothing about enabledness, outcomes or independence.
//   HEDDLE_DIFFERENTIAL_PROGRAMS   a fifth of it is how many programs (default 10,000)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/observations.h"
#include "tests/differential/shrink.h"

namespace heddle::differential::exhaustive_test {
namespace {

// Tries every thread with every choice after every prefix of a run, and lets the executor say what can be followed.
class TryEverything {
 public:
  TryEverything(trace::Executor& executor, Observations& result) : executor_(executor), collector_(result, {}) {}

  // False if that takes too long.
  bool run() {
    try_prefix();
    return runs_ < kMaxRuns;
  }

 private:
  static constexpr int kMaxRuns = 5000;
  static constexpr std::int32_t kMaxChoice = 4;  // threads and values of generated programs are fewer

  void try_prefix() {
    if (++runs_ >= kMaxRuns) return;
    executor_.run(test_, trace_);
    if (steps() == test_.schedule.size()) {
      collector_.observe(trace_);
      return;
    }
    const std::size_t threads = executor_.names().threads.size();
    for (std::size_t t = 0; t < threads; ++t) {
      for (std::int32_t choice = trace::kNoChoice; choice <= kMaxChoice; ++choice) {
        test_.schedule.push_back({trace::ThreadId(t), choice});
        executor_.run(test_, trace_);
        // An outcome that was left to the executor, or a choice without meaning, is tried under its own number.
        const bool possible = trace_.outcome != trace::Outcome::kDiverged && choice_of_last() == choice;
        if (possible) try_prefix();
        test_.schedule.pop_back();
      }
    }
  }

  std::size_t steps() const { return std::ranges::count_if(trace_.operations, trace::is_step); }

  // kNoChoice for steps whose choice is fixed by the program.
  std::int32_t choice_of_last() const {
    std::size_t left = test_.schedule.size();
    for (const trace::Operation& op : trace_.operations) {
      if (!is_step(op) || --left > 0) continue;
      const bool fixed = op.kind == trace::OpKind::kCreate || op.kind == trace::OpKind::kJoin;
      return fixed ? trace::kNoChoice : op.choice;
    }
    return trace::kNoChoice;
  }

  trace::Executor& executor_;
  Collector collector_;
  trace::Test test_;
  trace::Trace trace_;
  int runs_ = 0;
};

// What differs; also nothing for a program that is too large, which `skipped` counts.
std::string compare(const std::string& source, std::uint64_t& skipped) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {};
  Observations expected;
  if (!TryEverything(*program.executor, expected).run()) {
    ++skipped;
    return {};
  }
  Observations seen = observe(*program.executor, "exhaustive");
  seen.findings.clear();
  return difference(expected, seen);
}

TEST(Exhaustive, sees_all_that_trying_every_thread_at_every_point_sees) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_PROGRAMS", 10'000) / 5;
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const Program program = generate(seed, {.interleavings = 150});
    const std::string what = compare(text(program), skipped);
    if (what.empty()) continue;
    const Program small = shrink(program, [&](const Program& p) { return !compare(text(p), skipped).empty(); });
    FAIL() << "seed " << seed << ", shrunk: " << compare(text(small), skipped) << "\n" << text(small);
  }
  demand("not skipped", programs - skipped, programs - programs / 4);
}

}  // namespace
}  // namespace heddle::differential::exhaustive_test
