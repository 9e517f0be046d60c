#include "explore/interference/data_constraints.h"

#include <algorithm>

#include "abi/channel.h"

namespace heddle::explore::interference {

using symbolic::Answer;
using symbolic::ExprId;
using symbolic::VariableId;

namespace {

// Up to this many conditions are omitted one by one to find a smaller contradiction.
constexpr std::size_t kMaxShrink = 16;

std::int64_t signed_value(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

bool is_read(const symbolic::Variable& v) { return v.nth >= abi::kFirstRead; }

}  // namespace

DataConstraints::DataConstraints(const ThreadTrees& trees, const trace::Executor& executor,
                                 const symbolic::SolverOptions& options)
    : trees_(&trees), executor_(&executor), expressions_(executor.expressions()) {
  solver_ = symbolic::make_solver(*expressions_, options, statistics_);
}

Verdict DataConstraints::solve(const Scenario& scenario, const std::vector<ExprId>& others) {
  start(scenario);
  for (const Leaf& leaf : scenario.leaves) {
    for (NodeId n = leaf.node; !(*trees_)[n].is_root; n = (*trees_)[n].parent) {
      const ExprId condition = (*trees_)[n].condition;
      if (condition.valid() && !add_condition(condition)) return contradiction(condition);
    }
  }
  for (const ExprId condition : others) {
    if (!add_condition(condition)) return contradiction(condition);
  }
  query_.clear();
  for (const Condition& c : conditions_) query_.push_back(c.resolved);
  model_.clear();
  const Answer answer = solver_->solve(query_, model_);
  if (answer == Answer::kSatisfiable) return Verdict::kRealizable;
  if (answer == Answer::kUnsatisfiable) shrink_conditions();
  for (const Condition& c : conditions_) collect_core(c.original);
  return answer == Answer::kUnknown ? Verdict::kUnknown : Verdict::kNotRealizable;
}

void DataConstraints::start(const Scenario& scenario) {
  scenario_ = &scenario;
  read_of_.clear();
  values_.clear();
  substituted_.clear();
  conditions_.clear();
  core_.clear();
  in_core_.clear();
  for (const Leaf& leaf : scenario.leaves) {
    for (NodeId n = leaf.node; !(*trees_)[n].is_root; n = (*trees_)[n].parent) {
      const Node& node = (*trees_)[n];
      if (!node.reads()) continue;
      read_of_[static_cast<std::uint32_t>((*expressions_)[node.variable].value)] = n;
    }
  }
}

// False if it cannot hold.
bool DataConstraints::add_condition(ExprId condition) {
  const ExprId resolved = resolve(condition);
  if (!resolved.valid()) return false;
  if (expressions_->is_constant(resolved)) return !expressions_->is_constant(resolved, 0);
  conditions_.push_back({condition, resolved});
  return true;
}

Verdict DataConstraints::contradiction(ExprId condition) {
  core_.clear();
  collect_core(condition);
  return Verdict::kNotRealizable;
}

NodeId DataConstraints::read_of(VariableId v) const {
  const auto found = read_of_.find(v.value);
  return found == read_of_.end() ? NodeId::none() : found->second;
}

NodeId DataConstraints::source_of(NodeId read) const {
  const NodeId write = scenario_->interfering(read);
  return write.valid() ? write : (*trees_)[read].local_write;
}

ExprId DataConstraints::resolve(ExprId e) {
  for (const VariableId v : expressions_->variables_of(e)) {
    const NodeId read = read_of(v);
    if (read.valid() && !resolve_read(read).valid()) return ExprId::none();
  }
  return substitute(e);
}

// The value of a read.
ExprId DataConstraints::resolve_read(NodeId read) {
  const auto [entry, is_new] = values_.try_emplace(read.value, Value{true, ExprId::none()});
  if (!is_new) return entry->second.expression;  // none while it is being computed: a value out of thin air
  const Node& node = (*trees_)[read];
  const unsigned width = expressions_->width(node.variable);
  const NodeId source = source_of(read);
  ExprId result;
  if (!source.valid()) {
    result = expressions_->constant(static_cast<symbolic::Word>(executor_->initial_state(node.location)), width);
  } else if (const Node& write = (*trees_)[source]; write.written.valid()) {
    result = expressions_->width(write.written) == width ? resolve(write.written) : ExprId::none();
  } else {
    result = expressions_->constant(static_cast<symbolic::Word>(write.value), width);
  }
  values_[read.value].expression = result;
  return result;
}

// All reads in it are resolved.
ExprId DataConstraints::substitute(ExprId root) {
  const auto is_changed = [&](ExprId e) {
    return std::ranges::any_of(expressions_->variables_of(e), [&](VariableId v) { return read_of(v).valid(); });
  };
  const auto result_of = [&](ExprId e) {
    if (!e.valid() || !is_changed(e)) return e;
    const auto found = substituted_.find(e.value);
    return found == substituted_.end() ? ExprId::none() : found->second;
  };
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    if (result_of(e).valid()) {
      stack_.pop_back();
      continue;
    }
    symbolic::Node node = (*expressions_)[e];
    if (node.kind == symbolic::Kind::kVariable) {
      substituted_[e.value] = values_[read_of(VariableId(static_cast<std::size_t>(node.value))).value].expression;
      continue;
    }
    const std::size_t depth = stack_.size();
    for (ExprId* operand : {&node.a, &node.b, &node.c}) {
      const ExprId result = result_of(*operand);
      if (operand->valid() && !result.valid()) stack_.push_back(*operand);
      *operand = result;
    }
    if (stack_.size() == depth) substituted_[e.value] = expressions_->make(node);
  }
  return result_of(root);
}

// Omits conditions without which the others still contradict each other.
void DataConstraints::shrink_conditions() {
  if (conditions_.size() > kMaxShrink) return;
  symbolic::Model ignored;
  for (std::size_t i = conditions_.size(); i-- > 0 && conditions_.size() > 1;) {
    query_.clear();
    for (std::size_t j = 0; j < conditions_.size(); ++j) {
      if (j != i) query_.push_back(conditions_[j].resolved);
    }
    if (solver_->solve(query_, ignored) == Answer::kUnsatisfiable) {
      conditions_.erase(conditions_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

void DataConstraints::collect_core(ExprId condition) {
  for (const VariableId v : expressions_->variables_of(condition)) {
    const NodeId read = read_of(v);
    if (!read.valid() || !in_core_.try_emplace(read.value, true).second) continue;
    if (!scenario_->interfering(read).valid()) core_.push_back(read);
    const NodeId source = source_of(read);
    if (source.valid() && (*trees_)[source].written.valid()) collect_core((*trees_)[source].written);
  }
}

void DataConstraints::inputs(std::vector<trace::InputValue>& result) const {
  result.clear();
  const std::vector<symbolic::Variable>& variables = expressions_->variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const symbolic::Variable& v = variables[i];
    if (is_read(v)) continue;
    result.push_back({trace::ThreadId(v.thread), v.nth, signed_value(model_.value(VariableId(i)), v.width)});
  }
}

void DataConstraints::observe(const trace::Trace& trace) {
  symbolic::Model seen;
  for (const trace::Operation& op : trace.operations) {
    const ExprId variable(static_cast<std::size_t>(op.operand));
    if (op.kind != trace::OpKind::kInput || !variable.valid()) continue;
    const symbolic::Node& node = (*expressions_)[variable];
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - node.width);
    seen.set(VariableId(static_cast<std::size_t>(node.value)), static_cast<std::uint64_t>(op.value) & mask);
  }
  solver_->remember(seen);
}

}  // namespace heddle::explore::interference
