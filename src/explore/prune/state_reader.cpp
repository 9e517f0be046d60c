#include "explore/prune/state_reader.h"

#include <fmt/format.h>

#include "explore/interference/symbolic_trace.h"

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::VariableId;
using trace::OpKind;

namespace {

// Thread numbers past the last one are free for variables of the state.
constexpr std::uint16_t kLocals = trace::kMaxThreads;
constexpr std::uint16_t kCells = 2 * trace::kMaxThreads;

}  // namespace

StateReader::StateReader(const trace::Executor& executor, symbolic::Expressions& in, bool knows_threads)
    : executor_(&executor), in_(&in), over_inputs_(in), control_(knows_threads) {}

void StateReader::start(const trace::Trace& trace) {
  trace_ = &trace;
  ++run_;
  position_ = next_value_ = 0;
  has_inputs_ = false;
  over_inputs_.clear();
  control_.start();
  for (const trace::LocationId location : used_)
    set(cells_[location.index()], ExprId::none(), executor_->initial_state(location));
  start_threads();
  skip_local();
  read_behind(trace::SymbolicLocal::kNoOperation, static_cast<std::uint32_t>(position_), nullptr);
}

VariableId StateReader::local(trace::ThreadId thread, std::uint32_t number, unsigned width) {
  if (thread.index() >= locals_.size()) locals_.resize(thread.index() + 1);
  std::vector<VariableId>& known = locals_[thread.index()];
  if (number >= known.size()) known.resize(number + 1);
  VariableId& last = known[number];
  if (!last.valid() || in_->variables()[last.index()].width != width) {
    const auto owner = static_cast<std::uint16_t>(kLocals + thread.value);
    const std::string name = fmt::format("{}.{}", executor_->names().threads[thread.index()].name, number);
    last = variable_of(in_->variable(owner, symbolic::Variable::kFirstDerived + number, width, name));
  }
  return last;
}

VariableId StateReader::cell(trace::LocationId location) {
  if (location.index() >= cells_.size()) cells_.resize(location.index() + 1);
  VariableId& cell = cells_[location.index()];
  if (!cell.valid()) {
    cell = make_cell(location);
    used_.push_back(location);
    set(cell, ExprId::none(), executor_->initial_state(location));
  }
  return cell;
}

VariableId StateReader::make_cell(trace::LocationId location) {
  const auto nth = symbolic::Variable::kFirstDerived + location.value;
  const unsigned width = executor_->cell_width(location);
  return variable_of(in_->variable(kCells, nth, width, executor_->names().locations[location.index()]));
}

void StateReader::skip_local() {
  for (; !at_end() && !is_step(current()); ++position_) {
    if (current().kind == OpKind::kInput) has_inputs_ = true;
    if (current().kind == OpKind::kExit) end_thread(current().thread);
  }
}

void StateReader::advance(Transition* transition) {
  const trace::Operation& op = current();
  const auto index = static_cast<std::uint32_t>(position_);
  if (transition != nullptr) *transition = {.step = {op.thread, op.choice}};
  control_.apply(op, op.location.valid() ? executor_->initial_state(op.location) : 0);
  take_step(op, index, transition);
  ++position_;
  skip_local();
  read_behind(index, static_cast<std::uint32_t>(position_), transition);
}

// What is read comes first among the expressions of an operation.
StateReader::Moved StateReader::take_expressions(const trace::Operation& op, std::uint32_t index) {
  Moved moved;
  for (; next_value_ < trace_->expressions.size() && trace_->expressions[next_value_].operation == index;
       ++next_value_) {
    const ExprId e = trace_->expressions[next_value_].expression;
    (op.kind != OpKind::kWrite && !moved.read.valid() ? moved.read : moved.written) = e;
  }
  return moved;
}

ExprId StateReader::value_of(const trace::Operation& op, ExprId written) {
  if (written.valid()) return written;
  return in_->constant(static_cast<std::uint64_t>(op.value), executor_->cell_width(op.location));
}

// Whether a compare-exchange or exchange modifies the cell depends on what it finds.
void StateReader::set_condition(const trace::Operation& op, ExprId found, Transition* transition) {
  if (transition == nullptr || (op.kind != OpKind::kCas && op.kind != OpKind::kExchange)) return;
  const bool finds_operand = (op.effect == trace::Effect::kModify) == (op.kind == OpKind::kCas);
  transition->condition = interference::condition_of(*in_, found, op.operand, finds_operand);
}

bool StateReader::writes_memory(const trace::Operation& op) {
  return op.kind == OpKind::kWrite || op.kind == OpKind::kRmw || op.kind == OpKind::kAdd ||
         op.kind == OpKind::kExchange || (op.kind == OpKind::kCas && op.effect == trace::Effect::kModify);
}

void StateReader::stop_following(const NotFollowed& what) {
  if (!not_followed_) not_followed_ = what;
}

void StateReader::set(VariableId variable, ExprId expression, std::int64_t value) {
  if (variable.index() >= expressions_.size()) {
    expressions_.resize(variable.index() + 1);
    set_in_.resize(expressions_.size());
  }
  const unsigned width = in_->variables()[variable.index()].width;
  expressions_[variable.index()] = expression;
  set_in_[variable.index()] = run_;
  values_.set(variable, static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - width)));
}

ExprId StateReader::expression(VariableId variable) {
  const bool known = variable.index() < set_in_.size() && set_in_[variable.index()] == run_;
  if (!known) return in_->variable(variable);
  const ExprId e = expressions_[variable.index()];
  return e.valid() ? e : in_->constant(values_.value(variable), in_->variables()[variable.index()].width);
}

}  // namespace heddle::explore::prune
