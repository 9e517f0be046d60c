#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "explore/strategy.h"
#include "symbolic/evaluate.h"
#include "symbolic/make_solver.h"
#include "trace/executor.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore {

// A path: the conditions under which a run takes a schedule, one for each decision in it.
using Path = std::vector<symbolic::ExprId>;

// How many values of one decision are tried at most. A decision with more makes the result incomplete.
inline constexpr std::size_t kMaxOutcomes = 1024;

// Finds inputs: those with which a schedule can be followed, and those with which a decision has another outcome. For
// programs without inputs it does nothing, and costs nothing.
//
// Every strategy asks the same two questions: which outcomes does a decision have after this path, and which inputs
// lead along this path? Models of earlier runs usually answer both (see symbolic/solver.h). What the solver cannot
// answer in time becomes a reason for incompleteness. Owned by a strategy.
class InputSolver {
 public:
  // Are false assumptions tried? They lead nowhere, but a strategy that does not consider each thread by itself needs
  // them: with such inputs other threads may do what they never do otherwise.
  enum class Assumptions : std::uint8_t { kTryBoth, kTryTrue };

  InputSolver(const trace::Executor& executor, const symbolic::SolverOptions& options,
              Assumptions assumptions = Assumptions::kTryBoth);

  // Can there be decisions?
  bool active() const { return expressions_ != nullptr; }

  // Does the decision depend on inputs at all?
  bool is_open(const trace::Operation& decision) const {
    return active() && !expressions_->is_constant(trace::unpack_branch(decision.operand).expression);
  }

  // The condition under which the decision has this outcome.
  symbolic::ExprId condition(const trace::Operation& decision, std::int32_t outcome);
  symbolic::ExprId condition(const trace::Operation& decision) { return condition(decision, decision.choice); }

  // Remembers the inputs of a run.
  void observe(const trace::Trace& trace);

  // The outcomes that the decision can have after the path and that are to be tried, in no particular order. `known` is
  // one that it has, if any is known. Valid until the next call.
  std::span<const std::int32_t> outcomes(std::span<const symbolic::ExprId> path, const trace::Operation& decision,
                                         std::optional<std::int32_t> known);

  // The outcomes that the decision may have judging by its expression alone, including `known`, without asking the
  // solver: the two of a condition, the targets of a switch. Those after the path if that says nothing. Valid until the
  // next call.
  std::span<const std::int32_t> candidates(std::span<const symbolic::ExprId> path, const trace::Operation& decision,
                                           std::int32_t known);

  // Fills in inputs that lead along the path; false if there are none, or none could be found. `last` is the decision
  // at its end, if that was only a candidate.
  bool solve(std::span<const symbolic::ExprId> path, std::vector<trace::InputValue>& inputs,
             const trace::Operation* last = nullptr);

  // How much the following questions are worth. A quick one that has no answer is to be asked again: solve() gives
  // false then, and is_put_off() true.
  void set_effort(symbolic::Effort effort);
  bool is_put_off() const { return is_put_off_; }

  // What the decision gives with the inputs of the run that was observed last.
  std::int32_t seen(const trace::Operation& decision);

  // After solve(): the inputs that it found.
  const symbolic::Model& model() const { return model_; }
  // After solve(): does the condition hold with these inputs? And what is the value of a decision?
  bool holds(symbolic::ExprId condition);
  std::int32_t value(const trace::Operation& decision);

  void add_to(Progress& progress) const;
  const symbolic::SolverStatistics& statistics() const { return statistics_; }
  std::vector<std::string> reasons_of_incompleteness() const;

 private:
  // For the checked build: does every expression have the value that the run computed?
  void check_values(const trace::Trace& trace);
  // Values of a decision that are not known yet.
  struct Gap {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
  };
  void split_gap(std::uint32_t value);
  std::size_t limit_at(trace::PlaceId place) const;
  void require_in_gap(symbolic::ExprId e, const Gap& gap);
  bool is_assumed(trace::BranchMode mode) const {
    return mode == trace::BranchMode::kAssume && assumptions_ == Assumptions::kTryTrue;
  }
  // Adds the constants that a tree of choices can yield; false if it can yield anything else, or too many.
  bool add_choices(symbolic::ExprId e);
  void give_up(const trace::Operation& decision, const char* why);
  bool guess(std::span<const symbolic::ExprId> path);

  const trace::Executor* executor_;
  symbolic::Expressions* expressions_;
  Assumptions assumptions_;
  symbolic::SolverStatistics statistics_;
  std::unique_ptr<symbolic::Solver> solver_;
  std::unique_ptr<symbolic::Evaluator> evaluator_;
  std::unique_ptr<symbolic::Evaluator> seen_evaluator_;
  symbolic::Model model_;  // the solution of the last question
  symbolic::Model seen_;   // the inputs of the last run
  std::vector<symbolic::ExprId> query_;
  std::vector<std::int32_t> outcomes_;
  std::vector<Gap> gaps_;
  std::unordered_map<base::Hash128, std::vector<std::int32_t>> many_;  // of decisions with many outcomes
  std::map<std::pair<trace::PlaceId, std::string>, std::uint64_t> given_up_;
  std::uint64_t unsolved_ = 0;  // paths
  symbolic::Effort effort_ = symbolic::Effort::kFull;
  bool is_put_off_ = false;  // the last path
};

}  // namespace heddle::explore
