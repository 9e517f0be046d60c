#include "explore/prune/segment_reader.h"

#include <utility>

#include "explore/interference/symbolic_trace.h"

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::VariableId;
using trace::OpKind;
using trace::ThreadId;

namespace {

// What follows the last control point in the path of a thread.
enum PathPart : std::uint8_t { kPoint = 1, kOperation, kDecision, kCreated, kEnded };

}  // namespace

void SegmentReader::start_threads() {
  next_local_ = next_control_ = 0;
  canonical_.clear();
}

SegmentReader::Thread& SegmentReader::thread(ThreadId t) {
  if (t.index() >= threads_.size()) threads_.resize(t.index() + 1);
  Thread& result = threads_[t.index()];
  if (result.run != run()) result = {.run = run(), .path = {}, .has_decided_value = false};
  return result;
}

void SegmentReader::end_thread(ThreadId t) {
  base::Hash128 ended;
  control_state().set_thread(t, ended.add(kEnded));
}

void SegmentReader::take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) {
  Thread& self = thread(op.thread);
  if (op.kind == OpKind::kBranch) {
    self.path.add(kDecision).add(static_cast<std::uint64_t>(op.choice));
    self.has_decided_value = in().width(trace::unpack_branch(op.operand).expression) > 1;
    if (transition != nullptr) {
      transition->decides = true;
      transition->condition = canonical_.apply(interference::condition_of(in(), op.operand, op.choice));
    }
  } else {
    // Whether it modifies the cell, and so which races it has, differs from value to value: runs that end early would
    // have to show all of them.
    if (std::exchange(self.has_decided_value, false) && (op.kind == OpKind::kExchange || op.kind == OpKind::kCas))
      stop_following({"an exchange of a value that depends on inputs", op.place});
    self.path.add(kOperation);
    take_operation(op, index, transition);
  }
  control_state().set_thread(op.thread, self.path);
  if (op.kind == OpKind::kCreate) {
    const ThreadId child(static_cast<std::size_t>(op.choice));
    base::Hash128 path = self.path;
    thread(child).path = path.add(kCreated);
    control_state().set_thread(child, path);
  }
}

void SegmentReader::take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition) {
  const Moved moved = take_expressions(op, index);
  if (moved.read.valid()) {
    const VariableId cell = this->cell(op.location);
    canonical_.set(variable_of(moved.read), in().variable(cell));
    inputs().set(variable_of(moved.read), expression(cell));
    set_condition(op, in().variable(cell), transition);
  }
  if (!writes_memory(op)) return;
  const ExprId value = value_of(op, moved.written);
  const VariableId cell = this->cell(op.location);
  if (transition != nullptr) transition->first.push_back({cell, canonical_.apply(value)});
  set(cell, has_inputs() ? over_inputs(value) : ExprId::none(), op.value);
}

// First those after the operation, then those at control points.
void SegmentReader::read_behind(std::uint32_t index, std::uint32_t next, Transition* transition) {
  const std::vector<trace::SymbolicLocal>& locals = trace().locals;
  for (;;) {
    if (next_control_ < trace().controls.size() && trace().controls[next_control_].first_name == next_local_) {
      const trace::ControlPoint& point = trace().controls[next_control_];
      if (point.at > next) return;
      ++next_control_;
      for (std::uint32_t i = 0; i < point.names; ++i) {
        name(locals[next_local_++], transition != nullptr ? &transition->second : nullptr);
      }
      base::Hash128& path = thread(point.thread).path;
      path = {};
      control_state().set_thread(point.thread, path.add(kPoint).add(point.control));
      continue;
    }
    if (next_local_ == locals.size()) return;
    // After the operation, and the arguments of a thread that it creates.
    const trace::SymbolicLocal& local = locals[next_local_];
    if (local.operation != index && local.operation != trace::SymbolicLocal::kNoOperation) return;
    name(local, transition != nullptr ? &transition->first : nullptr);
    ++next_local_;
  }
}

void SegmentReader::name(const trace::SymbolicLocal& local, ParallelAssignment* assignments) {
  const VariableId name = variable_of(local.variable);
  const ThreadId owner(std::size_t{in().variables()[name.index()].thread});
  const VariableId variable = this->local(owner, local.local, in().width(local.variable));
  if (assignments != nullptr) {
    const ExprId value = canonical_.apply(local.before);
    if (value != in().variable(variable)) assignments->push_back({variable, value});
  }
  const ExprId value = has_inputs() ? over_inputs(local.before) : ExprId::none();
  set(variable, value, local.value);
  canonical_.set(name, in().variable(variable));
  inputs().set(name, expression(variable));
}

}  // namespace heddle::explore::prune
