#include "explore/prune/control_state.h"

#include "trace/semantics.h"

namespace heddle::explore::prune {

using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

namespace {

bool is_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kWrite || kind == OpKind::kRmw || kind == OpKind::kAdd ||
         kind == OpKind::kExchange || kind == OpKind::kCas;
}

base::Hash128 hash_of(const ThreadSet& set) {
  base::Hash128 hash;
  for (const ThreadId t : set) hash.add(t.value);
  return hash;
}

}  // namespace

void ControlState::start() {
  sum_ = {};
  for (Parts* parts : {&threads_, &objects_, &woken_parts_, &known_to_parts_, &known_at_parts_}) parts->clear();
  woken_.clear();
  creates_ = false;
  known_to_.clear();
  known_at_.clear();
}

void ControlState::put(Parts& parts, std::size_t index, Part part, const base::Hash128& value) {
  if (index >= parts.size()) parts.resize(index + 1);
  base::Hash128 keyed;
  replace(parts[index], keyed.add(part).add(index).add(value));
}

// The hash is a sum over all parts, so that a part can be removed from it again.
void ControlState::replace(base::Hash128& part, const base::Hash128& by) {
  sum_.low += by.low - part.low;
  sum_.high += by.high - part.high;
  part = by;
}

void ControlState::apply(const trace::Operation& op, std::int64_t initial) {
  if (op.effect == trace::Effect::kModify && !is_memory(op.kind)) {
    base::Hash128 state;
    put(objects_, op.location.index(), kObject, state.add(static_cast<std::uint64_t>(op.value)));
    // An object in its initial state counts as unused.
    if (op.value == initial) replace(objects_[op.location.index()], {});
  }
  ThreadSet woken = woken_;
  if (trace::takes_wakeup(op.kind)) woken.erase(op.thread);
  woken |= trace::woken_by(op);
  if (woken != woken_) {
    woken_ = woken;
    put(woken_parts_, 0, kWoken, hash_of(woken_));
    if (woken_.empty()) replace(woken_parts_[0], {});
  }
  share_knowledge(op);
}

ThreadSet& ControlState::at(std::vector<ThreadSet>& sets, std::size_t index) {
  if (index >= sets.size()) sets.resize(index + 1);
  return sets[index];
}

// As in model::Interpreter.
void ControlState::share_knowledge(const trace::Operation& op) {
  creates_ = creates_ || op.kind == OpKind::kCreate;
  if (!creates_ || !knows_threads_) return;
  const std::size_t self = op.thread.index();
  if (op.kind == OpKind::kCreate) {
    at(known_to_, self).insert(ThreadId(op.choice));
    const ThreadSet known = at(known_to_, self);
    at(known_to_, static_cast<std::size_t>(op.choice)) = known;
    put(known_to_parts_, static_cast<std::size_t>(op.choice), kKnownTo, hash_of(known));
  } else if (op.kind == OpKind::kJoin) {
    const ThreadSet known = at(known_to_, static_cast<std::size_t>(op.choice));
    at(known_to_, self) |= known;
  } else if (op.effect != trace::Effect::kNone) {
    at(known_to_, self) |= at(known_at_, op.location.index());
    if (op.effect == trace::Effect::kModify) {
      at(known_at_, op.location.index()) = at(known_to_, self);
      put(known_at_parts_, op.location.index(), kKnownAt, hash_of(at(known_to_, self)));
    }
  } else {
    return;
  }
  put(known_to_parts_, self, kKnownTo, hash_of(at(known_to_, self)));
}

}  // namespace heddle::explore::prune
