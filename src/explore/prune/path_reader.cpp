#include "explore/prune/path_reader.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "explore/interference/forest.h"
#include "explore/interference/symbolic_trace.h"

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::VariableId;
using trace::OpKind;
using trace::ThreadId;

namespace {

enum PathPart : std::uint8_t { kOperation = 1, kDecision, kCreated, kEnded, kMeeting };

bool reads_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kRmw || kind == OpKind::kAdd || kind == OpKind::kExchange ||
         kind == OpKind::kCas;
}

// Is everything that the step does to others in the variables of the state and in the states of objects?
bool leaves_nothing_else(OpKind kind) {
  switch (kind) {
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kTryLock:
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kSemWait:
    case OpKind::kSemPost:
    case OpKind::kBranch: return true;
    default: return false;
  }
}

}  // namespace

void PathReader::start_threads() {
  for (Thread& t : threads_) {
    t.path = {};
    t.names = 0;
    t.events.clear();
  }
  canonical_.clear();
  next_meeting_ = 0;
}

PathReader::Thread& PathReader::thread(ThreadId t) {
  if (t.index() >= threads_.size()) threads_.resize(t.index() + 1);
  return threads_[t.index()];
}

// What it leaves behind, in memory and in objects, it left on its path.
void PathReader::end_thread(ThreadId t) { control_state().set_thread(t, thread(t).path.hash.add(kEnded)); }

void PathReader::take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) {
  thread(op.thread).events.push_back(
      {.before = thread(op.thread).path, .number = index, .can_be_forgotten = leaves_nothing_else(op.kind)});
  base::Hash128& self = thread(op.thread).path.hash;
  if (op.kind == OpKind::kBranch) {
    self.add(kDecision).add(static_cast<std::uint64_t>(op.choice));
    if (transition != nullptr) {
      transition->decides = true;
      transition->condition = canonical_.apply(interference::condition_of(in(), op.operand, op.choice));
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
    thread(child).path = {begin.add(kCreated), 0};
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
  const VariableId name = local(op.thread, thread(op.thread).path.held++, width);
  canonical_.set(variable_of(variable), in().variable(name));
  if (transition != nullptr) transition->first.push_back({name, in().variable(cell)});
  inputs().set(variable_of(variable), expression(cell));
  set(name, has_inputs() ? expression(cell) : ExprId::none(), op.before);
}

void PathReader::write(const trace::Operation& op, ExprId written, Transition* transition) {
  const VariableId cell = this->cell(op.location);
  const ExprId value = value_of(op, written);
  if (in().width(value) != in().width(in().variable(cell))) {
    stop_following({"a write to a part of a variable", op.place});
    return;
  }
  if (transition != nullptr) transition->second.push_back({cell, canonical_.apply(value)});
  set(cell, has_inputs() ? over_inputs(value) : ExprId::none(), op.value);
}

void PathReader::read_behind(std::uint32_t /*index*/, std::uint32_t next, Transition* transition) {
  const std::vector<trace::ControlPoint>& meetings = trace().controls;
  for (; next_meeting_ < meetings.size() && meetings[next_meeting_].at <= next; ++next_meeting_)
    meet(trace::unpack_meeting(meetings[next_meeting_]), transition);
}

// The path is the one before the branch, unless something has happened that it must record.
void PathReader::forget(Thread& self, const trace::Meeting& meeting) {
  const auto is_on_the_way = [&](const Event& event) {
    return event.number >= (event.is_meeting ? meeting.since_names : meeting.since);
  };
  auto first = self.events.end();
  while (first != self.events.begin() && is_on_the_way(*std::prev(first))) --first;
  const bool possible = std::all_of(first, self.events.end(), [](const Event& e) { return e.can_be_forgotten; });
  if (meeting.changed || !possible || first == self.events.end()) return;
  self.path = first->before;
  self.events.erase(first, self.events.end());
}

void PathReader::meet(const trace::Meeting& meeting, Transition* transition) {
  Thread& self = thread(meeting.thread);
  forget(self, meeting);
  self.events.push_back({.before = self.path, .is_meeting = true, .number = self.names});
  self.names += 1 + meeting.names;
  self.path.hash.add(kMeeting).add(meeting.hash);
  // All at once: a name may replace what it is computed from.
  const std::span<const trace::SymbolicLocal> names(trace().locals.data() + meeting.first_name, meeting.names);
  if (transition != nullptr && !names.empty()) transition->then.emplace_back();
  held_.clear();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const unsigned width = in().width(names[i].variable);
    const VariableId variable = local(meeting.thread, self.path.held + static_cast<std::uint32_t>(i), width);
    held_.push_back(over_inputs(names[i].before));
    if (transition != nullptr) transition->then.back().push_back({variable, canonical_.apply(names[i].before)});
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const VariableId variable = local(meeting.thread, self.path.held++, in().width(names[i].variable));
    canonical_.set(variable_of(names[i].variable), in().variable(variable));
    inputs().set(variable_of(names[i].variable), held_[i]);
    set(variable, has_inputs() ? held_[i] : ExprId::none(), names[i].value);
  }
  control_state().set_thread(meeting.thread, self.path.hash);
}

}  // namespace heddle::explore::prune
