// The reference itself against something that knows nothing of enabledness, outcomes or independence.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/generator.h"
#include "tests/differential/observations.h"
#include "tests/differential/shrink.h"

namespace heddle::differential {
namespace {

// Tries every thread with every choice behind every prefix of a run, and lets the executor say what can be
// followed.
class TryEverything {
 public:
  TryEverything(trace::Executor& executor, Observations& result) : executor_(executor), collector_(result, {}) {}

  void run() {
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
        // An outcome that was left to the executor, or a choice that means nothing, is tried under its own number.
        const bool possible = trace_.outcome != trace::Outcome::kDiverged && choice_of_last() == choice;
        if (possible) run();
        test_.schedule.pop_back();
      }
    }
  }

 private:
  static constexpr std::int32_t kMaxChoice = 4;  // threads and values of generated programs are fewer

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
};

std::string compare(const std::string& source) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {};
  Observations expected;
  TryEverything(*program.executor, expected).run();
  Observations seen = observe(*program.executor, "exhaustive");
  seen.findings.clear();
  return difference(expected, seen);
}

TEST(Exhaustive, sees_all_that_trying_every_thread_at_every_point_sees) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Program program = generate(seed, {.interleavings = 150});
    const std::string what = compare(text(program));
    if (what.empty()) continue;
    const Program small = shrink(program, [](const Program& p) { return !compare(text(p)).empty(); });
    FAIL() << "seed " << seed << ", shrunk: " << compare(text(small)) << "\n" << text(small);
  }
}

}  // namespace
}  // namespace heddle::differential
