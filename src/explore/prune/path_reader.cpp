#include "explore/prune/path_reader.h"

#include "explore/interference/forest.h"
#include "explore/interference/symbolic_trace.h"

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::VariableId;
using trace::OpKind;
using trace::ThreadId;

namespace {

enum PathPart : std::uint8_t { kOperation = 1, kDecision, kCreated, kEnded };

bool reads_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kRmw || kind == OpKind::kExchange || kind == OpKind::kCas;
}

}  // namespace

void PathReader::start_threads() { paths_.clear(); }

base::Hash128& PathReader::path(ThreadId t) {
  if (t.index() >= paths_.size()) paths_.resize(t.index() + 1);
  return paths_[t.index()];
}

// What it leaves behind, in memory and in objects, it has left on its path.
void PathReader::end_thread(ThreadId t) { control_state().set_thread(t, path(t).add(kEnded)); }

void PathReader::take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) {
  base::Hash128& self = path(op.thread);
  if (op.kind == OpKind::kBranch) {
    self.add(kDecision).add(static_cast<std::uint64_t>(op.choice));
    if (transition != nullptr) {
      transition->decides = true;
      transition->condition = interference::condition_of(in(), op.operand, op.choice);
    }
  } else {
    self.add(kOperation).add(static_cast<std::uint64_t>(op.kind)).add(op.location.value).add(op.place.value);
    self.add(static_cast<std::uint64_t>(interference::outcome_of(op)));
    take_operation(op, index, transition);
  }
  if (op.kind == OpKind::kCreate || op.kind == OpKind::kJoin) self.add(static_cast<std::uint64_t>(op.choice));
  control_state().set_thread(op.thread, self);
  if (op.kind == OpKind::kCreate) {
    const ThreadId child(static_cast<std::size_t>(op.choice));
    base::Hash128 begin = self;
    path(child) = begin.add(kCreated);
    control_state().set_thread(child, begin);
  }
}

void PathReader::take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition) {
  const Moved moved = take_expressions(op, index);
  if (op.kind == OpKind::kLook || op.kind == OpKind::kChange) {
    stop_following({"files and pipes", op.place});
  } else if (reads_memory(op.kind) || writes_memory(op)) {
    if (executor().cell_width(op.location) == 0) {
      stop_following({"memory that is too large for a variable", op.place});
      return;
    }
    if (reads_memory(op.kind)) read(op, moved.read, transition);
    if (writes_memory(op)) write(op, moved.written, transition);
  }
}

void PathReader::read(const trace::Operation& op, ExprId variable, Transition* transition) {
  const VariableId cell = this->cell(op.location);
  const unsigned width = in().width(in().variable(cell));
  if (!variable.valid() || in()[variable].kind != symbolic::Kind::kVariable || in().width(variable) != width) {
    stop_following({"a read that is no variable", op.place});
    return;
  }
  const std::uint64_t found = static_cast<std::uint64_t>(op.before) & (~std::uint64_t{0} >> (64 - width));
  if (found != values().value(cell)) stop_following({"memory that was changed by code without hooks", op.place, true});
  set_condition(op, in().variable(cell), transition);
  const VariableId name = variable_of(variable);
  if (transition != nullptr) transition->first.push_back({name, in().variable(cell)});
  inputs().set(name, expression(cell));
  set(name, has_inputs() ? expression(cell) : ExprId::none(), op.before);
}

void PathReader::write(const trace::Operation& op, ExprId written, Transition* transition) {
  const VariableId cell = this->cell(op.location);
  const ExprId value = value_of(op, written);
  if (in().width(value) != in().width(in().variable(cell))) {
    stop_following({"a write to a part of a variable", op.place});
    return;
  }
  if (transition != nullptr) transition->second.push_back({cell, value});
  set(cell, has_inputs() ? over_inputs(value) : ExprId::none(), op.value);
}

}  // namespace heddle::explore::prune
