#include "explore/interference/scenario_events.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::interference {

using trace::OpKind;
using trace::ThreadId;

namespace {

template <class T>
void add_once(std::vector<T>& to, const T& what) {
  if (std::ranges::find(to, what) == to.end()) to.push_back(what);
}

// The entry of a growing table.
std::uint32_t& entry(std::vector<std::uint32_t>& table, std::size_t index) {
  if (table.size() <= index) table.resize(index + 1, ScenarioEvents::kNothing);
  return table[index];
}

}  // namespace

void OrderCore::clear() {
  reads.clear();
  objects.clear();
  ends.clear();
}

void OrderCore::add_read(NodeId read) { add_once(reads, read); }
void OrderCore::add_object(trace::LocationId object) { add_once(objects, object); }
void OrderCore::add_end(ThreadId thread) { add_once(ends, thread); }

void ScenarioEvents::start(const Scenario& scenario) {
  for (const Thread& t : threads_) thread_of_[t.id.index()] = kNothing;
  for (const trace::LocationId l : cells_) cell_of_[l.index()] = kNothing;
  events_.clear();
  threads_.clear();
  cells_.clear();
  goal_ = scenario.goal;
  events_of_turns_ = 0;
  for (const Leaf& leaf : scenario.leaves) add_thread(leaf);
  sink_ = scenario.sink().valid() ? event_of(scenario.sink()) : kNothing;
  connect(scenario);
}

void ScenarioEvents::add_thread(const Leaf& leaf) {
  const auto thread = static_cast<std::uint32_t>(threads_.size());
  const std::uint32_t begin = number_of_events();
  trees_->path_to(leaf.node, path_);
  for (const NodeId n : path_) {
    const Node& node = (*trees_)[n];
    Event event{.node = n, .thread = thread, .writes = node.writes};
    if (node.location.valid()) event.cell = cell_of(node.location);
    events_.push_back(event);
  }
  threads_.push_back({leaf.thread, leaf.node, begin, number_of_events(), kNothing, number_of_events()});
  entry(thread_of_, leaf.thread.index()) = thread;
  const bool stays = goal_->is_standstill() && std::ranges::find(goal_->ends, leaf.node) != goal_->ends.end();
  if (stays) find_turn(threads_.back());
}

void ScenarioEvents::find_turn(Thread& thread) {
  const Turn* const turn = trees_->turn_to(thread.leaf);
  if (turn == nullptr || !turn->first.valid()) return;
  thread.turn = thread.begin + (*trees_)[turn->first].depth - 1;
  events_of_turns_ += thread.end - thread.turn;
}

std::uint32_t ScenarioEvents::cell_of(trace::LocationId location) {
  std::uint32_t& cell = entry(cell_of_, location.index());
  if (cell == kNothing) {
    cell = static_cast<std::uint32_t>(cells_.size());
    cells_.push_back(location);
  }
  return cell;
}

std::uint32_t ScenarioEvents::thread_of(ThreadId id) const {
  return id.index() < thread_of_.size() ? thread_of_[id.index()] : kNothing;
}

// The events of a thread are those of its path, from depth 1 on.
std::uint32_t ScenarioEvents::event_of(NodeId n) const {
  const std::uint32_t thread = thread_of((*trees_)[n].thread);
  if (thread == kNothing) return kNothing;
  const std::uint32_t e = threads_[thread].begin + (*trees_)[n].depth - 1;
  return e < threads_[thread].end && events_[e].node == n ? e : kNothing;
}

bool ScenarioEvents::ends(std::uint32_t thread) const {
  const Thread& t = threads_[thread];
  return t.begin != t.end && node(t.end - 1).kind == OpKind::kExit;
}

void ScenarioEvents::connect(const Scenario& scenario) {
  for (std::uint32_t e = 0; e < number_of_events(); ++e) {
    const Node& n = node(e);
    if (n.reads()) {
      events_[e].is_local = true;
      events_[e].source = source_of(e);
    } else if (n.kind == OpKind::kCreate) {
      const std::uint32_t created = thread_of(ThreadId(static_cast<std::size_t>(n.other)));
      if (created != kNothing) threads_[created].creation = e;
    }
  }
  for (const Interference& i : scenario.interferences) {
    const std::uint32_t read = event_of(i.read);
    if (read == kNothing) continue;
    events_[read].is_local = false;
    events_[read].source = event_of(i.write);
    CHECK(events_[read].source != kNothing);
  }
}

// For a local read.
std::uint32_t ScenarioEvents::source_of(std::uint32_t read) const {
  const NodeId write = node(read).local_write;
  return write.valid() ? event_of(write) : number_of_events() + events_[read].cell;
}

void ScenarioEvents::free_read(std::uint32_t read) {
  events_[read].source = kNothing;
  events_[read].is_local = false;
}

void ScenarioEvents::bind_read(std::uint32_t read) {
  events_[read].source = source_of(read);
  events_[read].is_local = true;
}

}  // namespace heddle::explore::interference
