#include "explore/interference/order_solver.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/stop.h"

namespace heddle::explore::interference {

using trace::OpKind;
using trace::ThreadId;

Verdict OrderSolver::solve(const ScenarioEvents& events, const OrderCore* binding) {
  events_ = &events;
  core_.clear();
  branches_ = 0;
  gave_up_ = false;
  collect(binding);
  if (core_.size() > 0) return Verdict::kNotRealizable;
  number_events();
  conflict_ = {};
  bool has_order =
      std::ranges::all_of(facts_, [this](const Fact& f) { return add(f.edge, {Why::Kind::kFact, f.reason, {}, 0}); });
  has_order = has_order && (is_exact_ ? search(0) : saturate());
  all_branches_ += branches_;
  if (gave_up_) return Verdict::kUnknown;
  if (has_order) return is_exact_ ? Verdict::kRealizable : Verdict::kUnknown;
  fill_core();
  return Verdict::kNotRealizable;
}

// Collects all facts and choices. A contradiction that shows up immediately is then in the core.
void OrderSolver::collect(const OrderCore* binding) {
  const std::uint32_t events = events_->number_of_events();
  const std::size_t cells = events_->cells().size();
  facts_.clear();
  choices_.clear();
  is_binding_.assign(events + cells, binding == nullptr);
  if (binding != nullptr) {
    for (const NodeId read : binding->reads) is_binding_[events_->event_of(read)] = true;
    for (std::size_t c = 0; c < cells; ++c) {
      if (std::ranges::find(binding->objects, events_->cells()[c]) != binding->objects.end())
        is_binding_[events + c] = true;
    }
  }
  find_shared_cells();
  blocks_.start(*events_);
  is_exact_ = !blocks_.has_others() && !events_->goal().is_standstill();
  if (const std::uint32_t cell = counts_.cell_with_too_little(*events_); cell != kNothing && binds(events + cell)) {
    core_.add_object(events_->cells()[cell]);
    return;
  }
  if (!add_thread_order()) return;
  for (std::uint32_t e = 0; e < events; ++e) {
    const ScenarioEvents::Event& event = (*events_)[e];
    if (event.source != kNothing && is_shared_[event.cell]) add_coupling(e, writes_[event.cell]);
  }
  for (std::uint32_t c = 0; c < cells; ++c) {
    const std::vector<LockBlocks::Block>& blocks = blocks_.of(c);
    if (!is_shared_[c]) continue;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add_exclusion(blocks[j], blocks[i]);
    }
  }
}

// Cells that several threads use, or one thread twice; and the writers of each cell.
void OrderSolver::find_shared_cells() {
  const std::size_t cells = events_->cells().size();
  thread_of_cell_.assign(cells, kNothing);
  is_shared_.assign(cells, false);
  if (writes_.size() < cells) writes_.resize(cells);
  for (std::size_t c = 0; c < cells; ++c) writes_[c].clear();
  for (std::uint32_t e = 0; e < events_->number_of_events(); ++e) {
    const ScenarioEvents::Event& event = (*events_)[e];
    if (event.cell == kNothing) continue;
    std::uint32_t& thread = thread_of_cell_[event.cell];
    if (thread != kNothing && thread != event.thread) is_shared_[event.cell] = true;
    thread = event.thread;
    if (event.writes) writes_[event.cell].push_back(e);
    // A thread may wait for a lock that it holds itself.
    if (is_synchronisation(events_->node(e).kind)) is_shared_[event.cell] = true;
  }
}

// PO, FC, and likewise for the ends of threads. False if a joined thread has not ended.
bool OrderSolver::add_thread_order() {
  const std::vector<ScenarioEvents::Thread>& threads = events_->threads();
  for (const ScenarioEvents::Thread& t : threads) {
    if (t.begin == t.end) continue;
    if (t.creation != kNothing) add_fact(t.creation, t.begin, kNothing);
    const bool is_of_sink = events_->sink() != kNothing && t.begin <= events_->sink() && events_->sink() < t.end;
    if (events_->sink() != kNothing && !is_of_sink) add_fact(t.end - 1, events_->sink(), kNothing);
    if (t.turn != t.end) add_last_turn(t);
    for (std::uint32_t e = t.begin; e < t.end; ++e) {
      const Node& node = events_->node(e);
      if (node.kind != OpKind::kJoin) continue;
      const ThreadId joined(static_cast<std::size_t>(node.other));
      const std::uint32_t other = events_->thread_of(joined);
      if (other == kNothing || !events_->ends(other)) {
        if (events_->ignores_ends()) continue;
        core_.add_end(joined);
        return false;
      }
      add_fact(threads[other].end - 1, e, kNothing);
    }
  }
  return true;
}

// In a standstill it comes after everything that is not such an iteration.
void OrderSolver::add_last_turn(const ScenarioEvents::Thread& thread) {
  for (const ScenarioEvents::Thread& other : events_->threads()) {
    if (&other != &thread && other.turn != other.begin) add_fact(other.turn - 1, thread.turn, kNothing);
  }
}

void OrderSolver::add_fact(std::uint32_t from, std::uint32_t to, Reason reason) {
  if (binds(reason)) facts_.push_back({{from, to}, reason});
}

// WRC, for interfered and for local reads.
void OrderSolver::add_coupling(std::uint32_t read, const std::vector<std::uint32_t>& writes) {
  const ScenarioEvents::Event& event = (*events_)[read];
  const Reason reason = event.is_local ? read : kNothing;
  if (!binds(reason)) return;
  const bool is_initial = event.source >= events_->number_of_events();
  if (!is_initial && !event.is_local) add_fact(event.source, read, kNothing);
  for (const std::uint32_t w : writes) {
    if (w == event.source || w == read) continue;
    const bool is_own = (*events_)[w].thread == event.thread;
    if (is_own && w > read) continue;
    if (is_initial) {
      add_fact(read, w, reason);
    } else if ((*events_)[w].thread != (*events_)[event.source].thread || w > event.source) {
      choices_.push_back({{w, event.source}, {read, w}, reason});
    }
  }
}

// LC1 and LC2.
void OrderSolver::add_exclusion(const LockBlocks::Block& a, const LockBlocks::Block& b) {
  if (a.is_shared && b.is_shared) return;
  if (a.release != kNothing && b.release != kNothing) {
    if (a.thread != b.thread) choices_.push_back({{a.release, b.acquire}, {b.release, a.acquire}, kNothing});
  } else if (a.release != kNothing) {
    add_fact(a.release, b.acquire, kept(b.cell));
  } else if (b.release != kNothing) {
    add_fact(b.release, a.acquire, kept(a.cell));
  } else {
    add_fact(a.acquire, a.acquire, kept(a.cell));  // a cycle: both are kept
  }
}

// Only events of facts and choices are in the order.
void OrderSolver::number_events() {
  takes_part_.assign(events_->number_of_events(), false);
  const auto mark = [this](Edge e) { takes_part_[e.from] = takes_part_[e.to] = true; };
  for (const Fact& f : facts_) mark(f.edge);
  for (const Choice& c : choices_) {
    mark(c.first);
    mark(c.second);
  }
  order_.start();
  number_.assign(events_->number_of_events(), kNothing);
  event_.clear();
  for (const ScenarioEvents::Thread& t : events_->threads()) {
    bool is_first = true;
    for (std::uint32_t e = t.begin; e < t.end; ++e) {
      if (!takes_part_[e]) continue;
      number_[e] = order_.add_event(is_first);
      event_.push_back(e);
      is_first = false;
    }
  }
  order_.connect_chains();
  why_.clear();
  open_.clear();
  for (Fact& f : facts_) number(f.edge);
  for (Choice& c : choices_) {
    open_.push_back(static_cast<std::uint32_t>(open_.size()));
    number(c.first);
    number(c.second);
  }
}

void OrderSolver::number(Edge& e) const { e = {number_[e.from], number_[e.to]}; }

// False if it closes a cycle; then the conflict says why.
bool OrderSolver::add(Edge e, const Why& why) {
  if (!order_.can_add(e)) {
    explain_circle(e, why);
    return false;
  }
  if (order_.add(e)) {
    why_.push_back(why);
    ++all_edges_;
  }
  return true;
}

bool OrderSolver::saturate() {
  for (bool has_grown = true; has_grown;) {
    const std::size_t before = why_.size();
    std::size_t left = 0;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      bool is_settled = false;
      if (!settle(choices_[open_[i]], is_settled)) return false;
      if (!is_settled) open_[left++] = open_[i];
    }
    open_.resize(left);
    has_grown = why_.size() != before;
  }
  return true;
}

// False if there is a contradiction.
bool OrderSolver::settle(const Choice& choice, bool& is_settled) {
  const bool can_first = order_.can_add(choice.first);
  const bool can_second = order_.can_add(choice.second);
  is_settled = !can_first || !can_second || order_.is_before(choice.first.from, choice.first.to) ||
               order_.is_before(choice.second.from, choice.second.to);
  if (!can_first) return add(choice.second, {Why::Kind::kForced, choice.reason, choice.first, 0});
  if (!can_second) return add(choice.first, {Why::Kind::kForced, choice.reason, choice.second, 0});
  return true;
}

bool OrderSolver::search(std::uint32_t level) { return saturate() && (open_.empty() || branch(level)); }

bool OrderSolver::branch(std::uint32_t level) {
  base::poll_stop();
  gave_up_ = gave_up_ || ++branches_ > kMaxBranches;
  if (gave_up_) return false;
  PartialOrder::Mark mark;
  order_.mark(mark);
  const std::vector<std::uint32_t> open = open_;
  const Choice choice = choices_[open_.front()];
  const Why why{Why::Kind::kBranch, choice.reason, {}, level};
  if (add(choice.first, why) && search(level + 1)) return true;
  const auto depends = [&] { return conflict_.levels.size() > level && conflict_.levels[level]; };
  if (gave_up_ || !depends()) return false;
  conflict_.levels[level] = false;
  if (refuted_.size() <= level) refuted_.resize(level + 1);
  refuted_[level] = std::exchange(conflict_, {});
  order_.go_back(mark);
  why_.resize(mark.edges);
  open_ = open;
  if (add(choice.second, why) && search(level + 1)) return true;
  if (gave_up_ || !depends()) return false;
  conflict_.levels[level] = false;
  const auto join = [](std::vector<bool>& into, const std::vector<bool>& other) {
    if (into.size() < other.size()) into.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) {
      if (other[i]) into[i] = true;
    }
  };
  join(conflict_.reasons, refuted_[level].reasons);
  join(conflict_.levels, refuted_[level].levels);
  return false;
}

void OrderSolver::explain_circle(Edge e, const Why& why) {
  conflict_.reasons.assign(is_binding_.size(), false);
  conflict_.levels.clear();
  is_explained_.assign(why_.size(), false);
  to_explain_.clear();
  explain(why, why_.size());
  if (e.from != e.to) explain_way(e.to, e.from, why_.size());
  while (!to_explain_.empty()) {
    const std::size_t edge = to_explain_.back();
    to_explain_.pop_back();
    explain(why_[edge], edge);
  }
}

// `before`: the edges that existed already.
void OrderSolver::explain(const Why& why, std::size_t before) {
  if (why.reason != kNothing) conflict_.reasons[why.reason] = true;
  switch (why.kind) {
    case Why::Kind::kFact: break;
    case Why::Kind::kForced: explain_way(why.other.to, why.other.from, before); break;
    case Why::Kind::kBranch:
      if (conflict_.levels.size() <= why.level) conflict_.levels.resize(why.level + 1);
      conflict_.levels[why.level] = true;
      break;
  }
}

void OrderSolver::explain_way(std::uint32_t from, std::uint32_t to, std::size_t before) {
  order_.way(from, to, before, way_);
  for (const std::size_t edge : way_) {
    if (is_explained_[edge]) continue;
    is_explained_[edge] = true;
    to_explain_.push_back(edge);
  }
}

void OrderSolver::fill_core() {
  const std::uint32_t events = events_->number_of_events();
  for (std::uint32_t r = 0; r < conflict_.reasons.size(); ++r) {
    if (!conflict_.reasons[r]) continue;
    if (r < events) {
      core_.add_read((*events_)[r].node);
    } else {
      core_.add_object(events_->cells()[r - events]);
    }
  }
}

void OrderSolver::linearise(std::vector<std::uint32_t>& order) const {
  const std::vector<ScenarioEvents::Thread>& threads = events_->threads();
  std::vector<std::uint32_t> next;
  std::vector<std::vector<std::uint32_t>> before(event_.size());
  for (const Edge& e : order_.edges()) before[e.to].push_back(event_[e.from]);
  next.reserve(threads.size());
  for (const ScenarioEvents::Thread& t : threads) next.push_back(t.begin);
  const auto is_done = [&](std::uint32_t e) { return e < next[(*events_)[e].thread]; };
  const auto is_ready = [&](std::uint32_t e) {
    return number_[e] == kNothing || std::ranges::all_of(before[number_[e]], is_done);
  };
  order.clear();
  while (order.size() < events_->number_of_events()) {
    const std::size_t taken = order.size();
    for (std::size_t t = 0; t < threads.size(); ++t) {
      while (next[t] < threads[t].end && is_ready(next[t])) order.push_back(next[t]++);
    }
    CHECK(order.size() > taken);
  }
}

}  // namespace heddle::explore::interference
