// What `heddle ask` says about random predicates, against all states of random programs.
//   HEDDLE_DIFFERENTIAL_QUESTIONS   how many programs (default 60)
//   HEDDLE_DIFFERENTIAL_SEED        where the seeds begin (default 0)

#include "explore/ask.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tests/differential/compile.h"
#include "tests/differential/configurations.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"

namespace heddle::differential::ask_test {
namespace {

using unfolding::Answer;
using unfolding::Predicate;

constexpr std::size_t kMaxConfigurations = 3'000;
constexpr int kQuestionsPerProgram = 6;

// The states of all locations, in all configurations. None if there are too many.
std::set<std::vector<std::int64_t>> all_states(trace::Executor& executor) {
  std::vector<std::int64_t> initial;
  initial.reserve(executor.names().locations.size());
  for (std::size_t i = 0; i < executor.names().locations.size(); ++i) {
    initial.push_back(executor.initial_state(trace::LocationId(i)));
  }
  std::set<std::vector<std::int64_t>> result;
  const auto visit = [&](const trace::Trace& trace, std::size_t steps) {
    std::vector<std::int64_t> state = initial;
    std::size_t taken = 0;
    for (const trace::Operation& op : trace.operations) {
      if (is_step(op) && taken++ == steps) break;
      if (op.effect == trace::Effect::kModify) state[op.location.index()] = op.value;
    }
    result.insert(std::move(state));
  };
  if (!for_each_configuration(executor, trace::Net::kContextual, kMaxConfigurations, visit)) result.clear();
  return result;
}

class Questions {
 public:
  Questions(std::uint64_t seed, const trace::Names& names) : rng_(base::mix(seed)) {
    for (const std::string& name : names.locations) {
      if (name.starts_with("x") || name.starts_with("arr")) cells_.push_back(name);
    }
  }

  std::string next() { return fmt::format("{} {} {}", condition(), rng_.one_in(2) ? "&&" : "||", condition()); }

 private:
  std::string cell() { return cells_[rng_.below(cells_.size())]; }
  std::string value(int depth) {
    switch (rng_.below(depth > 1 ? 3 : 5)) {
      case 0:
      case 1: return cell();
      case 2: return fmt::format("{}", rng_.between(-1, 4));
      case 3: return fmt::format("({} {} {})", value(depth + 1), "+-*/%"[rng_.below(5)], value(depth + 1));
      default: return fmt::format("-{}", value(depth + 1));
    }
  }
  std::string condition() {
    constexpr std::string_view kComparisons[] = {"==", "!=", "<", "<=", ">", ">="};
    // Mostly equations, which hold in few states.
    const std::string_view op = kComparisons[rng_.one_in(2) ? 0 : rng_.below(6)];
    const std::string text = fmt::format("{} {} {}", value(0), op, value(0));
    return rng_.one_in(5) ? fmt::format("!({})", text) : text;
  }

  base::Rng rng_;
  std::vector<std::string> cells_;
};

TEST(Ask, agrees_with_all_states_of_random_programs) {
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_QUESTIONS", 60);
  int yes = 0;
  int no = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const std::string source = text(generate(seed, {.interleavings = 3'000}));
    const auto executor = compile(source);
    const std::set<std::vector<std::int64_t>> states = all_states(*executor);
    if (states.empty()) continue;
    Questions questions(seed, executor->names());
    for (int i = 0; i < kQuestionsPerProgram; ++i) {
      const std::string question = questions.next();
      const Predicate predicate = Predicate::parse(question, executor->names()).value();
      const bool expected = std::ranges::any_of(states, [&](const std::vector<std::int64_t>& state) {
        return predicate.holds([&](trace::LocationId x) { return state[x.index()]; });
      });
      const explore::Reply reply = explore::ask(*executor, question, {}).value();
      ASSERT_EQ(reply.answer, expected ? Answer::kYes : Answer::kNo) << "seed " << seed << ": " << question << "\n"
                                                                     << source;
      ++(expected ? yes : no);
    }
  }
  fmt::print("{} times yes, {} times no\n", yes, no);
  demand("answered by yes", static_cast<std::uint64_t>(yes), programs);
  demand("answered by no", static_cast<std::uint64_t>(no), programs / 2);
}

}  // namespace
}  // namespace heddle::differential::ask_test
