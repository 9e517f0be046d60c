#include "explore/assumed_inputs.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "symbolic/bits.h"

namespace heddle::explore {

using symbolic::ExprId;
using symbolic::Kind;
using symbolic::Model;
using symbolic::VariableId;
using trace::Operation;

namespace {

// How many recipes are kept; also, once there have been this many, only one in this many failed runs unlike all before
// is learnt from.
constexpr std::size_t kMaxRecipes = 64;
// How often the solver is asked for further solutions of one recipe.
constexpr std::size_t kMaxSolutions = 64;
// One test in this many has inputs that no recipe has touched: recipes may know too little.
constexpr std::uint64_t kUntouched = 8;
// How many recipes are drawn; the best of them is used.
constexpr int kDrawn = 2;
// Decisions before a false assumption that may be the reason for it.
constexpr int kDecisionsBack = 8;
// Random changes for one test.
constexpr int kChanges = 8;
constexpr int kValuesForOne = 4;
constexpr std::int64_t kSmall = 16;
// After this many questions without an answer no more are asked: each takes the time of a million tests.
constexpr std::uint64_t kMaxUnknown = 4;

trace::BranchMode mode_of(const Operation& decision) { return trace::unpack_branch(decision.operand).mode; }

bool is_false_assumption(const Operation& op) {
  if (op.kind == trace::OpKind::kAssume) return op.value == 0;
  return op.kind == trace::OpKind::kBranch && mode_of(op) == trace::BranchMode::kAssume && op.choice == 0;
}

// Is it a decision, rather than just a value that the program continued with?
bool counts(const Operation& op) { return op.kind == trace::OpKind::kBranch && mode_of(op) != trace::BranchMode::kFix; }

// Removes what threads other than this one decided last.
void cut_behind(trace::ThreadId thread, std::vector<Operation>& decisions) {
  while (!decisions.empty() && decisions.back().thread != thread) decisions.pop_back();
}

}  // namespace

AssumedInputs::AssumedInputs(const trace::Executor& executor, const symbolic::SolverOptions& options,
                             std::uint64_t seed)
    : expressions_(executor.expressions()), solver_(executor, options), evaluator_(*expressions_), rng_(seed) {}

bool AssumedInputs::read(const trace::Trace& trace, FailedRun& failed) {
  failed.clear();
  const auto is_stopped = [](const trace::Pending& p) { return p.why == trace::Pending::Why::kAssumeFailed; };
  if (std::ranges::none_of(trace.pending, is_stopped)) return false;
  for (const Operation& op : trace.operations) {
    if (counts(op)) failed.push_back(op);
    if (!is_false_assumption(op)) continue;
    cut_behind(op.thread, failed);
    return !failed.empty();
  }
  return false;
}

bool AssumedInputs::is_too_hard() const { return solver_.statistics().unknown >= kMaxUnknown; }

bool AssumedInputs::is_worth_learning(const FailedRun& failed) {
  if (is_too_hard()) return false;
  base::Hash128 key;
  for (const Operation& op : failed) {
    key.add(static_cast<std::uint64_t>(op.operand));
    key.add(static_cast<std::uint32_t>(op.choice));
  }
  if (known_.contains(key)) return false;
  if (++failed_runs_ > kMaxRecipes && failed_runs_ % kMaxRecipes != 0) return false;
  return known_.insert(key);
}

AssumedInputs::Paths AssumedInputs::paths_beside(const FailedRun& failed) {
  Paths paths;
  ExprId before = expressions_->truth(true);
  for (const Operation& op : failed) {
    const bool is_last = &op == &failed.back();
    const ExprId condition = is_last ? expressions_->negate(solver_.condition(op)) : solver_.condition(op);
    if (is_last || mode_of(op) == trace::BranchMode::kAssume)
      paths.any.push_back(expressions_->binary(Kind::kOr, expressions_->negate(before), condition));
    paths.same.push_back(condition);
    before = expressions_->binary(Kind::kAnd, before, condition);
  }
  return paths;
}

// The last decision may be one that has no other outcome after those before it.
void AssumedInputs::learn(FailedRun& failed) {
  if (!is_worth_learning(failed)) return;
  const trace::ThreadId thread = failed.back().thread;
  for (int i = 0; i < kDecisionsBack && !failed.empty(); ++i) {
    Paths paths = paths_beside(failed);
    if (solver_.solve(paths.same, unused_)) {
      if (paths.any.size() != paths.same.size()) add_recipe(std::move(paths.any));
      add_recipe(std::move(paths.same));
      return;
    }
    failed.pop_back();
    cut_behind(thread, failed);
  }
}

// Uses the solution that the solver has just found.
void AssumedInputs::add_recipe(Path constraints) {
  Recipe recipe;
  recipe.constraints = std::move(constraints);
  for (const ExprId c : recipe.constraints) {
    const std::vector<VariableId>& variables = expressions_->variables_of(c);
    recipe.variables.insert(recipe.variables.end(), variables.begin(), variables.end());
  }
  std::ranges::sort(recipe.variables, {}, &VariableId::value);
  const auto same = std::ranges::unique(recipe.variables);
  recipe.variables.erase(same.begin(), same.end());
  const auto is_no_input = [&](VariableId v) { return !expressions_->variables()[v.index()].is_input(); };
  std::erase_if(recipe.variables, is_no_input);
  if (recipe.variables.empty()) return;
  recipe.solutions.push_back(solver_.model());
  if (recipes_.size() < kMaxRecipes) {
    recipes_.push_back(std::move(recipe));
  } else {
    recipes_[oldest_++ % kMaxRecipes] = std::move(recipe);
  }
}

void AssumedInputs::count(RecipeNumber recipe, bool failed) {
  if (recipe == kNone) return;
  ++recipes_[recipe].runs;
  if (failed) ++recipes_[recipe].failed;
}

AssumedInputs::RecipeNumber AssumedInputs::draw(std::vector<trace::InputValue>& inputs) {
  if (recipes_.empty() || rng_.one_in(kUntouched)) return kNone;
  Recipe& recipe = choose();
  std::size_t n = rng_.below(recipe.solutions.size());
  if (!change(recipe, recipe.solutions[n]) && ask(recipe)) n = recipe.solutions.size() - 1;
  write(recipe, recipe.solutions[n], inputs);
  return static_cast<RecipeNumber>(&recipe - recipes_.data());
}

// A recipe of which few runs have met another false assumption.
AssumedInputs::Recipe& AssumedInputs::choose() {
  const auto is_better = [](const Recipe& a, const Recipe& b) {
    return std::uint64_t{a.failed + 1} * (b.runs + 2) < std::uint64_t{b.failed + 1} * (a.runs + 2);
  };
  Recipe* best = &recipes_[rng_.below(recipes_.size())];
  for (int i = 1; i < kDrawn; ++i) {
    Recipe& other = recipes_[rng_.below(recipes_.size())];
    if (is_better(other, *best)) best = &other;
  }
  return *best;
}

bool AssumedInputs::change(const Recipe& recipe, Model& model) {
  bool changed = false;
  for (int i = 0; i < kChanges; ++i) {
    const VariableId v = recipe.variables[rng_.below(recipe.variables.size())];
    const std::uint64_t before = model.value(v);
    for (int n = 0; n < kValuesForOne; ++n) {
      model.set(v, random_value(v, before));
      if (model.value(v) != before && holds(recipe, model)) {
        changed = true;
        break;
      }
      model.set(v, before);
    }
  }
  return changed;
}

std::uint64_t AssumedInputs::random_value(VariableId v, std::uint64_t present) {
  const unsigned width = expressions_->variables()[v.index()].width;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  switch (rng_.below(4)) {
    case 0: return static_cast<std::uint64_t>(rng_.between(-kSmall, kSmall)) & mask;
    case 1: return (present + static_cast<std::uint64_t>(rng_.between(-kSmall, kSmall))) & mask;
    case 2: return (present ^ (std::uint64_t{1} << rng_.below(width))) & mask;
    default: return rng_.next() & mask;
  }
}

bool AssumedInputs::holds(const Recipe& recipe, const Model& model) {
  evaluator_.use(model);
  return std::ranges::all_of(recipe.constraints, [&](ExprId c) { return evaluator_.holds(c); });
}

// Asks for a solution in which some variable, or at least some of its bits, has a random value.
bool AssumedInputs::ask(Recipe& recipe) {
  if (recipe.asked >= kMaxSolutions || is_too_hard()) return false;
  ++recipe.asked;
  const VariableId v = recipe.variables[rng_.below(recipe.variables.size())];
  const std::uint64_t value = random_value(v, 0);
  Path question = recipe.constraints;
  question.emplace_back();
  for (unsigned bits = expressions_->variables()[v.index()].width; bits > 0; bits /= 2) {
    question.back() = expressions_->equal(expressions_->extract(expressions_->variable(v), 0, bits),
                                          expressions_->constant(value, bits));
    if (!solver_.solve(question, unused_)) continue;
    recipe.solutions.push_back(solver_.model());
    return true;
  }
  return false;
}

void AssumedInputs::write(const Recipe& recipe, const Model& model, std::vector<trace::InputValue>& inputs) const {
  for (const VariableId id : recipe.variables) {
    const symbolic::Variable& v = expressions_->variables()[id.index()];
    inputs.push_back(
        {trace::ThreadId(v.thread), v.nth, static_cast<std::int64_t>(symbolic::as_signed(model.value(id), v.width))});
  }
}

}  // namespace heddle::explore
