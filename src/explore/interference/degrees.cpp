#include "explore/interference/degrees.h"

#include <algorithm>

namespace heddle::explore::interference {

using trace::OpKind;
using trace::ThreadId;

void Degrees::start() {
  threads_.clear();
  cells_.clear();
}

Degrees::Thread& Degrees::thread(ThreadId t) {
  if (threads_.size() <= t.index()) threads_.resize(t.index() + 1);
  return threads_[t.index()];
}

void Degrees::join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

std::uint32_t Degrees::of(const Event& e) {
  const ThreadId other(static_cast<std::size_t>(e.other));
  if (e.kind == OpKind::kCreate || e.kind == OpKind::kJoin) thread(other);
  Thread& self = thread(e.thread);
  const bool is_object = is_synchronisation(e.kind);
  bool is_interfered = false;
  if (e.kind == OpKind::kJoin) join(self.clock, thread(other).clock);
  if (e.reads() || is_object) {
    const Cell& cell = cells_[e.location.value];
    is_interfered = e.reads() && cell.writer.valid() && cell.writer != e.thread;
    join(self.clock, cell.clock);
  }
  if (self.clock.size() <= e.thread.index()) self.clock.resize(e.thread.index() + 1);
  ++self.clock[e.thread.index()];
  self.interferences.push_back(self.interferences.back() + (is_interfered ? 1 : 0));
  if (e.writes || is_object) cells_[e.location.value] = {self.clock, e.writes ? e.thread : ThreadId::none()};
  if (e.kind == OpKind::kCreate) join(thread(other).clock, self.clock);
  std::uint32_t degree = 0;
  for (std::size_t t = 0; t < self.clock.size(); ++t) degree += threads_[t].interferences[self.clock[t]];
  return degree;
}

}  // namespace heddle::explore::interference
