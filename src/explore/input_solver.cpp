#include "explore/input_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/rng.h"
#include "symbolic/text.h"
#include "trace/short_text.h"

namespace heddle::explore {

using symbolic::Answer;
using symbolic::ExprId;
using symbolic::VariableId;
using trace::BranchMode;
using trace::Operation;

namespace {

// How many models are guessed for a question that the solver gave up on.
constexpr int kGuesses = 2000;
// Up to this many outcomes of a decision are found again as fast as they could be remembered.
constexpr std::size_t kFewOutcomes = 4;
// All values of a decision below this are tried first.
constexpr std::uint32_t kSmallOutcomes = 32;
// How often decisions at one place may have too many values before they get fewer.
constexpr std::uint64_t kPatience = 4;
constexpr const char* kTooMany = "has too many values";
constexpr const char* kTooHard = "was too hard for the solver";
// A decision with this many ways may be one between numbers, which the solver distinguishes better.
constexpr std::size_t kManyChoices = 64;

std::int64_t signed_value(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

}  // namespace

InputSolver::InputSolver(const trace::Executor& executor, const symbolic::SolverOptions& options,
                         Assumptions assumptions)
    : executor_(&executor), expressions_(executor.expressions()), assumptions_(assumptions) {
  if (expressions_ == nullptr) return;
  solver_ = symbolic::make_solver(*expressions_, options, statistics_);
  evaluator_ = std::make_unique<symbolic::Evaluator>(*expressions_);
  evaluator_->use(model_);
  seen_evaluator_ = std::make_unique<symbolic::Evaluator>(*expressions_);
  seen_evaluator_->use(seen_);
}

ExprId InputSolver::condition(const Operation& decision, std::int32_t outcome) {
  const ExprId e = trace::unpack_branch(decision.operand).expression;
  const unsigned width = expressions_->width(e);
  if (width == 1) return outcome != 0 ? e : expressions_->negate(e);
  return expressions_->equal(e, expressions_->constant(static_cast<std::uint32_t>(outcome), width));
}

void InputSolver::observe(const trace::Trace& trace) {
  if (!active()) return;
  seen_.clear();
  for (const Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kInput) {
      const ExprId variable(static_cast<std::size_t>(op.operand));
      const symbolic::Node& node = (*expressions_)[variable];
      const std::uint64_t mask = ~std::uint64_t{0} >> (64 - node.width);
      seen_.set(VariableId(static_cast<std::size_t>(node.value)), static_cast<std::uint64_t>(op.value) & mask);
    }
  }
  seen_evaluator_->use(seen_);
#ifdef HEDDLE_CHECKED
  check_values(trace);
#endif
  solver_->remember(seen_);
}

void InputSolver::check_values(const trace::Trace& trace) {
  const auto check = [&](const Operation& op, ExprId e, std::int64_t value) {
    const unsigned width = expressions_->width(e);
    const symbolic::Word mask = ~symbolic::Word{0} >> (128 - width);
    const symbolic::Word concrete = static_cast<symbolic::Word>(value) & mask;
    CHECK_MSG(seen_evaluator_->evaluate(e) == concrete, "{} at {}: the expression {} has the value {} instead of {}",
              trace::name(op.kind), short_text(executor_->names(), op.place), symbolic::to_text(*expressions_, e),
              static_cast<std::uint64_t>(seen_evaluator_->evaluate(e)), static_cast<std::uint64_t>(concrete));
  };
  for (const Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kBranch) check(op, trace::unpack_branch(op.operand).expression, op.choice);
  }
  for (const trace::SymbolicValue& v : trace.expressions) {
    check(trace.operations[v.operation], v.expression, trace.operations[v.operation].value);
  }
}

std::int32_t InputSolver::seen(const Operation& decision) {
  const ExprId e = trace::unpack_branch(decision.operand).expression;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(seen_evaluator_->evaluate(e)));
}

std::span<const std::int32_t> InputSolver::outcomes(std::span<const ExprId> path, const Operation& decision,
                                                    std::optional<std::int32_t> known) {
  const trace::Branch branch = trace::unpack_branch(decision.operand);
  outcomes_.clear();
  if (known) outcomes_.push_back(*known);
  if (known && (branch.mode == BranchMode::kFix || expressions_->is_constant(branch.expression))) return outcomes_;
  // Depth-first searches come back to a decision with each of its outcomes.
  base::Hash128 key;
  key.add(static_cast<std::uint64_t>(decision.operand));
  for (const ExprId condition : path) key.add(condition.value);
  if (const auto remembered = many_.find(key); remembered != many_.end()) return remembered->second;
  // There may be others between the known values: each question is about one such gap.
  const unsigned width = expressions_->width(branch.expression);
  gaps_.assign(1, {is_assumed(branch.mode) ? 1U : 0U, ~std::uint32_t{0} >> (32 - width)});
  // Small ones come first: sizes and numbers of threads are decided, too.
  if (gaps_[0].high >= kSmallOutcomes) gaps_ = {{kSmallOutcomes, gaps_[0].high}, {gaps_[0].low, kSmallOutcomes - 1}};
  const std::size_t most = limit_at(decision.place);
  if (known) split_gap(static_cast<std::uint32_t>(*known));
  while (!gaps_.empty()) {
    if (outcomes_.size() >= most) {
      give_up(decision, kTooMany);
      break;
    }
    query_.assign(path.begin(), path.end());
    require_in_gap(branch.expression, gaps_.back());
    const Answer answer = solver_->solve(query_, model_);
    const bool found = answer == Answer::kSatisfiable || (answer == Answer::kUnknown && guess(query_));
    if (!found) {
      if (answer == Answer::kUnknown) give_up(decision, kTooHard);
      gaps_.pop_back();
      continue;
    }
    evaluator_->use(model_);
    outcomes_.push_back(value(decision));
    split_gap(static_cast<std::uint32_t>(outcomes_.back()));
  }
  if (outcomes_.size() > kFewOutcomes) many_[key] = outcomes_;
  return outcomes_;
}

std::span<const std::int32_t> InputSolver::candidates(std::span<const ExprId> path, const Operation& decision,
                                                      std::int32_t known) {
  const trace::Branch branch = trace::unpack_branch(decision.operand);
  outcomes_.assign(1, known);
  if (branch.mode == BranchMode::kFix || expressions_->is_constant(branch.expression)) return outcomes_;
  if (expressions_->width(branch.expression) == 1) {
    const std::int32_t other = known == 0 ? 1 : 0;
    if (other == 1 || !is_assumed(branch.mode)) outcomes_.push_back(other);
    return outcomes_;
  }
  return add_choices(branch.expression) ? outcomes_ : outcomes(path, decision, known);
}

bool InputSolver::add_choices(ExprId e) {
  // The operands of a choice between numbers are usually such choices again: those at `c` are followed here.
  for (;;) {
    const symbolic::Node node = (*expressions_)[e];
    if (node.kind == symbolic::Kind::kConstant) {
      const auto value = static_cast<std::int32_t>(static_cast<std::uint32_t>(node.value));
      if (std::ranges::find(outcomes_, value) == outcomes_.end()) outcomes_.push_back(value);
      return outcomes_.size() <= kManyChoices;
    }
    if (node.kind != symbolic::Kind::kSelect || !add_choices(node.b)) return false;
    e = node.c;
  }
}

// Where too many values were found before, the verdict is incomplete anyway. For decisions with few values all of them
// are still found: they are not remembered, and must be the same when a search comes back.
std::size_t InputSolver::limit_at(trace::PlaceId place) const {
  const auto given_up = given_up_.find({place, kTooMany});
  return given_up != given_up_.end() && given_up->second >= kPatience ? kFewOutcomes + 1 : kMaxOutcomes;
}

// Removes a value from the gap that it is in; the last gap is that of the smallest values.
void InputSolver::split_gap(std::uint32_t value) {
  const auto at = std::find_if(gaps_.begin(), gaps_.end(),
                               [value](const Gap& gap) { return gap.low <= value && value <= gap.high; });
  if (at == gaps_.end()) return;
  const Gap gap = *at;
  const auto next = gaps_.erase(at);
  const auto lower = value > gap.low ? gaps_.insert(next, Gap{gap.low, value - 1}) : next;
  if (value < gap.high) gaps_.insert(lower, Gap{value + 1, gap.high});
}

void InputSolver::require_in_gap(ExprId e, const Gap& gap) {
  const unsigned width = expressions_->width(e);
  const ExprId low = expressions_->constant(gap.low, width);
  const ExprId high = expressions_->constant(gap.high, width);
  if (gap.low == gap.high) {
    query_.push_back(expressions_->equal(e, low));
    return;
  }
  if (gap.low > 0) query_.push_back(expressions_->binary(symbolic::Kind::kUnsignedLessEqual, low, e));
  if (gap.high < ~std::uint32_t{0} >> (32 - width)) {
    query_.push_back(expressions_->binary(symbolic::Kind::kUnsignedLessEqual, e, high));
  }
}

bool InputSolver::solve(std::span<const ExprId> path, std::vector<trace::InputValue>& inputs, const Operation* last) {
  inputs.clear();
  if (!active()) return true;
  const Answer answer = solver_->solve(path, model_);
  is_put_off_ = answer == Answer::kUnknown && effort_ == symbolic::Effort::kQuick;
  if (answer == Answer::kUnsatisfiable || is_put_off_) return false;
  if (answer == Answer::kUnknown && !guess(path)) {
    if (last != nullptr) {
      give_up(*last, kTooHard);
    } else {
      ++unsolved_;
    }
    return false;
  }
  evaluator_->use(model_);
  const std::vector<symbolic::Variable>& variables = expressions_->variables();
  inputs.reserve(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const symbolic::Variable& v = variables[i];
    if (!v.is_input()) continue;
    inputs.push_back({trace::ThreadId(v.thread), v.nth, signed_value(model_.value(VariableId(i)), v.width)});
  }
  return true;
}

// Tries small and random values.
void InputSolver::set_effort(symbolic::Effort effort) {
  effort_ = effort;
  if (active()) solver_->set_effort(effort);
}

bool InputSolver::guess(std::span<const ExprId> path) {
  base::Rng rng(statistics_.queries);
  for (int n = 0; n < kGuesses; ++n) {
    model_.clear();
    for (const ExprId condition : path) {
      for (const VariableId v : expressions_->variables_of(condition)) {
        const unsigned width = expressions_->variables()[v.index()].width;
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
        model_.set(v, (n % 2 == 0 ? rng.next() : rng.below(256)) & mask);
      }
    }
    evaluator_->use(model_);
    if (std::ranges::all_of(path, [&](ExprId condition) { return evaluator_->holds(condition); })) return true;
  }
  return false;
}

bool InputSolver::holds(ExprId condition) { return evaluator_->holds(condition); }

std::int32_t InputSolver::value(const Operation& decision) {
  const ExprId e = trace::unpack_branch(decision.operand).expression;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(evaluator_->evaluate(e)));
}

void InputSolver::give_up(const Operation& decision, const char* why) { ++given_up_[{decision.place, why}]; }

void InputSolver::add_to(Progress& progress) const {
  if (active()) progress.inputs = statistics_;
}

std::vector<std::string> InputSolver::reasons_of_incompleteness() const {
  std::vector<std::string> result;
  result.reserve(given_up_.size() + 1);
  for (const auto& [key, count] : given_up_) {
    result.push_back(fmt::format("a decision {} ({}, {})", key.second, short_text(executor_->names(), key.first),
                                 count == 1 ? "once" : fmt::format("{} times", count)));
  }
  if (unsolved_ > 0) {
    result.push_back(fmt::format("for {} schedules the solver could not find inputs in its time", unsolved_));
  }
  return result;
}

}  // namespace heddle::explore
