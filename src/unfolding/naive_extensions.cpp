#include "unfolding/naive_extensions.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/semantics.h"

namespace heddle::unfolding {

using trace::Effect;
using trace::Operation;
using trace::OpKind;

std::set<EventKey> NaiveExtensions::all() {
  result_.clear();
  for (std::size_t i = 0; i < process_.size(); ++i) {
    const Event& event = process_[EventId(i)];
    if (event.executed() && event.next.valid()) extend(EventId(i));
  }
  return std::move(result_);
}

std::set<EventKey> NaiveExtensions::known() const {
  std::set<EventKey> result;
  for (std::size_t i = 0; i < process_.size(); ++i) {
    if (process_[EventId(i)].parent.valid()) result.insert(net_.key_of(EventId(i)));
  }
  return result;
}

bool NaiveExtensions::is_executed_version(EventId e, trace::LocationId location) const {
  const Event& event = process_[e];
  return event.executed() && event.modifies() && event.location == location;
}

void NaiveExtensions::extend(EventId condition) {
  const Operation& op = process_.next(condition);
  if (trace::is_private(op.kind)) {
    if (op.kind == OpKind::kBranch) return extend_decision(condition);
    for (std::int64_t n = 0; n < trace::outcomes(op, 0); ++n) {
      add_if_possible({condition, EventId(), trace::outcome(op, 0, n), Effect::kNone, {}});
    }
    return;
  }
  for (std::size_t i = 0; i < process_.size(); ++i) {
    const EventId other(i);
    if (op.kind == OpKind::kJoin) {
      const bool ends = process_[other].last != 0 && process_[other].thread == static_cast<std::uint32_t>(op.choice);
      if (ends) add_if_possible({condition, other, op.choice, Effect::kNone, {}});
    } else if (is_executed_version(other, op.location)) {
      extend_at(condition, other);
    }
  }
}

// Which outcomes a decision has is not a question about nets.
void NaiveExtensions::extend_decision(EventId condition) {
  for (std::size_t i = 0; i < process_.size(); ++i) {
    if (process_[EventId(i)].parent == condition) result_.insert(net_.key_of(EventId(i)));
  }
}

// Did `waker` wake the thread from the wait (or arrival) that led to this condition?
bool NaiveExtensions::wakes(EventId waker, EventId condition) {
  if (!process_[waker].parent.valid()) return false;
  Operation op = process_.operation(waker);
  op.before = process_[process_[waker].version].value;
  op.value = process_[waker].value;
  if (!trace::woken_by(op).contains(process_[condition].thread_id())) return false;
  const trace::LocationId location = process_.next(condition).location;
  EventId announcement = condition;
  while (!is_executed_version(announcement, location)) announcement = process_[announcement].parent;
  return std::ranges::binary_search(net_.past(waker), announcement);
}

void NaiveExtensions::extend_at(EventId condition, EventId version) {
  const Operation& op = process_.next(condition);
  if (trace::is_awaiting(op.kind)) {
    if (wakes(version, condition)) add_if_possible({condition, version, trace::kNoChoice, Effect::kNone, {}});
    return;
  }
  const std::int64_t state = process_[version].value;
  if (!trace::enabled_at(op, state)) return;
  for (std::int64_t n = 0; n < trace::outcomes(op, state); ++n) {
    EventKey key{condition, version, trace::outcome(op, state, n), trace::effect_at(op, state), {}};
    if (key.effect == Effect::kModify && process_.net() == Net::kPlaceReplicated) {
      choose_reads(key, 0);
    } else {
      add_if_possible(key);
    }
  }
}

void NaiveExtensions::choose_reads(EventKey& key, std::uint32_t thread) {
  if (thread == net_.thread_end()) {
    add_if_possible(key);
    return;
  }
  choose_reads(key, thread + 1);
  if (thread == process_[key.condition].thread) return;
  for (std::size_t i = 0; i < process_.size(); ++i) {
    const Event& event = process_[EventId(i)];
    const bool reads = event.executed() && event.observes() && event.version == key.version && event.thread == thread;
    if (!reads || !net_.consistent(key.condition, EventId(i))) continue;
    key.consumed.emplace_back(i);
    choose_reads(key, thread + 1);
    key.consumed.pop_back();
  }
}

void NaiveExtensions::add_if_possible(const EventKey& key) {
  NaiveNet::Events past = net_.past(key.condition);
  if (key.version.valid()) past = NaiveNet::join(past, net_.past(key.version));
  for (const EventId read : key.consumed) past = NaiveNet::join(past, net_.past(read));
  NaiveNet::Preset preset = net_.preset(key);
  preset.consumed.insert(preset.consumed.end(), preset.read.begin(), preset.read.end());
  if (net_.can_be_marked(past, preset.consumed)) result_.insert(key);
}

std::string NaiveExtensions::difference() {
  const std::set<EventKey> expected = all();
  const std::set<EventKey> seen = known();
  const auto describe = [&](const EventKey& key, const char* what) {
    std::string reads;
    for (const EventId read : key.consumed) reads += fmt::format(" {}", read.value);
    return fmt::format("{}: {} of thread {} after event {} at version {}, choice {}, reads{} ({} expected, {} known)",
                       what, trace::name(process_.next(key.condition).kind), process_[key.condition].thread,
                       key.condition.value, static_cast<std::int32_t>(key.version.value), key.choice,
                       reads.empty() ? " none" : reads, expected.size(), seen.size());
  };
  for (const EventKey& key : expected) {
    if (!seen.contains(key)) return describe(key, "an event is not known");
  }
  for (const EventKey& key : seen) {
    if (!expected.contains(key)) return describe(key, "an event is not possible");
  }
  return {};
}

}  // namespace heddle::unfolding
