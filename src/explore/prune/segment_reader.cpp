#include "explore/prune/segment_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/interference/symbolic_trace.h"

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::VariableId;
using trace::OpKind;
using trace::ThreadId;

namespace {

// Of the numbers of threads, those behind the last one are free for variables of the state.
constexpr std::uint16_t kLocals = trace::kMaxThreads;
constexpr std::uint16_t kCells = 2 * trace::kMaxThreads;
constexpr unsigned kCellWidth = 32;

// What is behind the last control point in the path of a thread.
enum PathPart : std::uint8_t { kPoint = 1, kOperation, kDecision, kCreated, kEnded };

VariableId variable_of(const symbolic::Expressions& in, ExprId e) {
  return VariableId(static_cast<std::size_t>(in[e].value));
}

}  // namespace

VariableId StateVariables::cell(trace::LocationId location) {
  while (cells_.size() <= location.index()) {
    const auto nth = symbolic::Variable::kFirstDerived + static_cast<std::uint32_t>(cells_.size());
    cells_.push_back(variable_of(*in_, in_->variable(kCells, nth, kCellWidth, names_->locations[cells_.size()])));
  }
  return cells_[location.index()];
}

// A local variable has the same width wherever it is named.
VariableId StateVariables::local(ThreadId thread, std::uint32_t number, unsigned width) {
  if (thread.index() >= locals_.size()) locals_.resize(thread.index() + 1);
  std::vector<VariableId>& known = locals_[thread.index()];
  if (number >= known.size()) known.resize(number + 1);
  if (!known[number].valid()) {
    const auto owner = static_cast<std::uint16_t>(kLocals + thread.value);
    const std::string name = fmt::format("{}.{}", names_->threads[thread.index()].name, number);
    known[number] = variable_of(*in_, in_->variable(owner, symbolic::Variable::kFirstDerived + number, width, name));
  }
  return known[number];
}

SegmentReader::SegmentReader(const trace::Executor& executor, symbolic::Expressions& in)
    : executor_(&executor), in_(&in), variables_(executor.names(), in), canonical_(in), over_inputs_(in) {}

void SegmentReader::start(const trace::Trace& trace) {
  trace_ = &trace;
  ++run_;
  position_ = next_local_ = next_control_ = next_value_ = 0;
  has_inputs_ = false;
  canonical_.clear();
  over_inputs_.clear();
  control_.start();
  for (std::size_t i = 0; i < variables_.cells(); ++i) {
    const trace::LocationId location(i);
    set(variables_.cell(location), ExprId::none(), executor_->initial_state(location));
  }
  skip_local();
  read_names(trace::SymbolicLocal::kNoOperation, static_cast<std::uint32_t>(position_), nullptr);
}

VariableId SegmentReader::cell(trace::LocationId location) {
  for (std::size_t i = variables_.cells(); i <= location.index(); ++i) {
    set(variables_.cell(trace::LocationId(i)), ExprId::none(), executor_->initial_state(trace::LocationId(i)));
  }
  return variables_.cell(location);
}

SegmentReader::Thread& SegmentReader::thread(ThreadId t) {
  if (t.index() >= threads_.size()) threads_.resize(t.index() + 1);
  Thread& result = threads_[t.index()];
  if (result.run != run_) result = {.run = run_, .path = {}};
  return result;
}

void SegmentReader::skip_local() {
  for (; !at_end() && !is_step(current()); ++position_) {
    if (current().kind == OpKind::kInput) has_inputs_ = true;
    if (current().kind != OpKind::kExit) continue;
    base::Hash128 ended;
    control_.set_thread(current().thread, ended.add(kEnded));
  }
}

void SegmentReader::advance(Transition* transition) {
  const trace::Operation& op = current();
  const auto index = static_cast<std::uint32_t>(position_);
  Thread& self = thread(op.thread);
  if (transition != nullptr) *transition = {.step = {op.thread, op.choice}};
  if (op.kind == OpKind::kBranch) {
    self.path.add(kDecision).add(static_cast<std::uint64_t>(op.choice));
    if (transition != nullptr) {
      transition->decides = true;
      transition->condition = canonical_.apply(interference::condition_of(*in_, op.operand, op.choice));
    }
  } else {
    self.path.add(kOperation);
    take_operation(op, index, transition);
  }
  control_.apply(op, op.location.valid() ? executor_->initial_state(op.location) : 0);
  control_.set_thread(op.thread, self.path);
  if (op.kind == OpKind::kCreate) {
    const ThreadId child(static_cast<std::size_t>(op.choice));
    base::Hash128 path = self.path;
    thread(child).path = path.add(kCreated);
    control_.set_thread(child, path);
  }
  ++position_;
  skip_local();
  read_names(index, static_cast<std::uint32_t>(position_), transition);
}

void SegmentReader::take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition) {
  // What is read comes first among the expressions of an operation.
  ExprId read;
  ExprId written;
  for (; next_value_ < trace_->expressions.size() && trace_->expressions[next_value_].operation == index;
       ++next_value_) {
    const ExprId e = trace_->expressions[next_value_].expression;
    (op.kind != OpKind::kWrite && !read.valid() ? read : written) = e;
  }
  if (read.valid()) {
    const VariableId cell = this->cell(op.location);
    canonical_.set(variable_of(*in_, read), in_->variable(cell));
    over_inputs_.set(variable_of(*in_, read), expression(cell));
    // Whether these modify the cell depends on what they find.
    if (transition != nullptr && (op.kind == OpKind::kCas || op.kind == OpKind::kExchange)) {
      const bool finds_operand = (op.effect == trace::Effect::kModify) == (op.kind == OpKind::kCas);
      transition->condition = interference::condition_of(*in_, in_->variable(cell), op.operand, finds_operand);
    }
  }
  const bool writes = op.kind == OpKind::kWrite || op.kind == OpKind::kRmw || op.kind == OpKind::kExchange ||
                      (op.kind == OpKind::kCas && op.effect == trace::Effect::kModify);
  if (writes) write(op, written, transition);
}

void SegmentReader::write(const trace::Operation& op, ExprId value, Transition* transition) {
  if (!value.valid()) value = in_->constant(static_cast<std::uint32_t>(op.value), kCellWidth);
  const VariableId cell = this->cell(op.location);
  if (transition != nullptr) transition->first.push_back({cell, canonical_.apply(value)});
  set(cell, has_inputs_ ? over_inputs_.apply(value) : ExprId::none(), op.value);
}

// The names that variables get in the step at index `step`, and behind it up to the operation `next`: first those
// behind the operation, then those at control points.
void SegmentReader::read_names(std::uint32_t step, std::uint32_t next, Transition* transition) {
  const std::vector<trace::SymbolicLocal>& locals = trace_->locals;
  for (;;) {
    if (next_control_ < trace_->controls.size() && trace_->controls[next_control_].first_name == next_local_) {
      const trace::ControlPoint& point = trace_->controls[next_control_];
      if (point.at > next) return;
      ++next_control_;
      for (std::uint32_t i = 0; i < point.names; ++i) {
        name(locals[next_local_++], transition != nullptr ? &transition->second : nullptr);
      }
      base::Hash128& path = thread(point.thread).path;
      path = {};
      control_.set_thread(point.thread, path.add(kPoint).add(point.control));
      continue;
    }
    if (next_local_ == locals.size()) return;
    // Behind the operation, and the arguments of a thread that it creates.
    const trace::SymbolicLocal& local = locals[next_local_];
    if (local.operation != step && local.operation != trace::SymbolicLocal::kNoOperation) return;
    name(local, transition != nullptr ? &transition->first : nullptr);
    ++next_local_;
  }
}

void SegmentReader::name(const trace::SymbolicLocal& local, ParallelAssignment* assignments) {
  const VariableId name = variable_of(*in_, local.variable);
  const ThreadId owner(std::size_t{in_->variables()[name.index()].thread});
  const VariableId variable = variables_.local(owner, local.local, in_->width(local.variable));
  if (assignments != nullptr) {
    const ExprId value = canonical_.apply(local.before);
    if (value != in_->variable(variable)) assignments->push_back({variable, value});
  }
  const ExprId value = has_inputs_ ? over_inputs_.apply(local.before) : ExprId::none();
  set(variable, value, local.value);
  canonical_.set(name, in_->variable(variable));
  over_inputs_.set(name, expression(variable));
}

void SegmentReader::set(VariableId variable, ExprId expression, std::int64_t value) {
  if (variable.index() >= expressions_.size()) {
    expressions_.resize(variable.index() + 1);
    set_in_.resize(expressions_.size());
  }
  const unsigned width = in_->variables()[variable.index()].width;
  expressions_[variable.index()] = expression;
  set_in_[variable.index()] = run_;
  values_.set(variable, static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - width)));
}

ExprId SegmentReader::expression(VariableId variable) {
  const bool known = variable.index() < set_in_.size() && set_in_[variable.index()] == run_;
  if (!known) return in_->variable(variable);
  const ExprId e = expressions_[variable.index()];
  return e.valid() ? e : in_->constant(values_.value(variable), in_->variables()[variable.index()].width);
}

}  // namespace heddle::explore::prune
