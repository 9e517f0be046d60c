#include "explore/interference/forest_builder.h"

#include "explore/interference/symbolic_trace.h"
#include "trace/replay_state.h"
#include "trace/surprise.h"

namespace heddle::explore::interference {

using trace::BranchMode;
using trace::OpKind;
using trace::Pending;
using trace::ThreadId;

namespace {

// Operations that tell other threads nothing and decide nothing.
bool is_left_out(OpKind kind) { return kind == OpKind::kInput || kind == OpKind::kAssert || kind == OpKind::kAssume; }

}  // namespace

ForestBuilder::Position& ForestBuilder::position(ThreadId t) {
  if (positions_.size() <= t.index()) positions_.resize(t.index() + 1);
  Position& at = positions_[t.index()];
  if (!at.is_started) at = {true, false, trees_->root(t, NodeId::none())};
  return at;
}

void ForestBuilder::start_at(ThreadId t, const Position& at) {
  if (positions_.size() <= t.index()) positions_.resize(t.index() + 1);
  positions_[t.index()] = at;
}

void ForestBuilder::add(const trace::Trace& trace, std::uint32_t max_degree) {
  covered_.clear();
  dangling_.clear();
  replaced_.clear();
  narrowed_.clear();
  nodes_.clear();
  positions_.clear();
  degrees_.start();
  symbolic_trace(trace, *expressions_, events_);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Event& e = events_[i];
    if (is_left_out(e.kind)) continue;
    const std::uint32_t degree = degrees_.of(e);
    Position& at = position(e.thread);
    if (degree <= max_degree && !at.is_stopped) {
      step(e, degree, i);
    } else {
      add_next(at, e);
      // Nothing is known about a thread whose creation does not count.
      if (e.kind == OpKind::kCreate)
        start_at(ThreadId(static_cast<std::size_t>(e.other)), {true, true, NodeId::none()});
    }
  }
  for (const Pending& p : trace.pending) {
    if (trace::can_go_on(p.why)) add_next(position(p.operation.thread), pending_event(p.operation));
    if (p.why == Pending::Why::kSpinning) add_turn(p.operation);
    if (p.why == Pending::Why::kFailed && !position(p.operation.thread).is_stopped)
      failures_.insert(position(p.operation.thread).node);
  }
}

// The thread stays in its loop. What it does if it looks later is another path from where the iteration begins.
void ForestBuilder::add_turn(const trace::Operation& pending) {
  if (pending.operand == trace::kNoTurn) uncertain_loops_.insert(pending.place);
  const Position& at = position(pending.thread);
  if (at.is_stopped || pending.operand == trace::kNoTurn) return;
  NodeId first;
  NodeId n = at.node;
  for (std::size_t i = events_.size(); i-- > static_cast<std::size_t>(pending.operand);) {
    if (events_[i].thread != pending.thread || is_left_out(events_[i].kind)) continue;
    first = n;
    n = (*trees_)[n].parent;
  }
  trees_->add_turn(at.node, {first, pending.place});
}

// The thread does not continue here, but could do this next.
void ForestBuilder::add_next(Position& at, const Event& event) {
  if (at.is_stopped) return;
  at.is_stopped = true;
  if ((*trees_)[at.node].children.empty()) add_dangling(at.node, event, kAnyOutcome);
}

void ForestBuilder::step(const Event& event, std::uint32_t degree, std::size_t index) {
  Position& at = positions_[event.thread.index()];
  const NodeId parent = at.node;
  check_same(parent, event, index);
  at.node = trees_->child(parent, event.outcome);
  if (!at.node.valid()) {
    const bool is_first = !trees_->child(parent, kOtherOutcome).valid();
    drop_unknown(parent);
    at.node = trees_->add(parent, event, true);
    covered_.push_back({at.node, degree});
    if (is_first) {
      add_alternatives(parent, event);
    } else {
      narrow_others(parent, event);
    }
  } else if (!(*trees_)[at.node].covered) {
    trees_->cover(at.node, event);
    covered_.push_back({at.node, degree});
  }
  const NodeId node = at.node;
  nodes_.push_back(node);
  if (event.kind != OpKind::kCreate) return;
  const ThreadId created(static_cast<std::size_t>(event.other));
  start_at(created, {true, false, trees_->root(created, node)});
}

void ForestBuilder::check_same(NodeId parent, const Event& event, std::size_t index) const {
  for (const NodeId c : (*trees_)[parent].children) {
    const Node& known = (*trees_)[c];
    const bool is_same = known.kind == event.kind && known.location == event.location && known.other == event.other;
    trace::expect_step(is_same, index, "the thread has done something else before");
    const bool is_known = known.covered && known.outcome == event.outcome;
    const bool means_the_same = known.operand == event.operand && known.written == event.written &&
                                known.variable == event.variable &&
                                (known.value == event.value || !known.writes || known.written.valid());
    trace::expect_step(!is_known || means_the_same, index, "the thread has computed something else before");
  }
}

// The node for the unknown outcome of the operation, now that one is known.
void ForestBuilder::drop_unknown(NodeId parent) {
  const NodeId unknown = trees_->child(parent, kAnyOutcome);
  if (!unknown.valid()) return;
  trees_->remove_child(parent, unknown);
  replaced_.push_back(unknown);
}

void ForestBuilder::add_alternatives(NodeId parent, const Event& event) {
  switch (event.kind) {
    case OpKind::kBranch: {
      const trace::Branch branch = trace::unpack_branch(event.operand);
      if (branch.mode == BranchMode::kFix) return;
      if (expressions_->width(branch.expression) > 1) return add_dangling(parent, event, kOtherOutcome);
      // A false assumption ends the thread, and nothing follows.
      if (branch.mode == BranchMode::kAssume && event.outcome != 0) return;
      const std::int64_t other = event.outcome == 0 ? 1 : 0;
      // An assumption that held, and is shown to be false by a run for something else.
      if (!trees_->child(parent, other).valid()) add_dangling(parent, event, other);
      return;
    }
    case OpKind::kChoose: {
      const trace::Domain domain = trace::unpack_domain(event.operand);
      if (domain.low < domain.high) add_dangling(parent, event, kOtherOutcome);
      return;
    }
    case OpKind::kInspect: return add_dangling(parent, event, kOtherOutcome);
    default:
      if (has_outcomes(event.kind)) add_dangling(parent, event, event.outcome == 0 ? 1 : 0);
      return;
  }
}

void ForestBuilder::add_dangling(NodeId parent, Event event, std::int64_t outcome) {
  event.outcome = outcome;
  event.writes = false;
  event.written = {};
  event.value = 0;
  event.condition = {};
  if (event.kind == OpKind::kBranch && outcome != kAnyOutcome && outcome != kOtherOutcome) {
    event.condition = condition_of(*expressions_, event.operand, outcome);
  }
  if (event.kind == OpKind::kCas && outcome != kAnyOutcome && event.reads()) {
    event.condition = condition_of(*expressions_, event.variable, event.operand, outcome != 0);
    event.writes = outcome != 0;
  }
  dangling_.push_back(trees_->add(parent, event, false));
}

// There is one outcome fewer among the others.
void ForestBuilder::narrow_others(NodeId parent, const Event& event) {
  const NodeId others = trees_->child(parent, kOtherOutcome);
  const std::size_t known = (*trees_)[parent].children.size() - 1;
  const trace::Domain domain = trace::unpack_domain(event.operand);
  const bool is_last = event.kind == OpKind::kChoose &&
                       known > static_cast<std::size_t>(static_cast<std::int64_t>(domain.high) - domain.low);
  const bool are_many = event.kind == OpKind::kBranch && known >= kMaxChildren;
  if (are_many) given_up_.push_back(others);
  if (is_last || are_many) {
    replaced_.push_back(others);
  } else {
    narrowed_.push_back(others);
  }
}

}  // namespace heddle::explore::interference
