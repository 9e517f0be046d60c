#include "unfolding/naive_net.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace heddle::unfolding {

using trace::Effect;
using Kind = NaiveNet::Condition::Kind;

EventKey NaiveNet::key_of(EventId e) const {
  const Event& event = process_[e];
  const std::span<const EventId> consumed = process_.consumed(e);
  return {
      event.parent, event.version, event.choice, static_cast<Effect>(event.effect), {consumed.begin(), consumed.end()}};
}

NaiveNet::Events NaiveNet::join(const Events& a, const Events& b) {
  Events result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

const NaiveNet::Events& NaiveNet::past(EventId e) {
  if (const auto known = pasts_.find(e); known != pasts_.end()) return known->second;
  Events result{e};
  const auto precede = [&](EventId f) {
    if (f.valid()) result = join(result, past(f));
  };
  precede(process_[e].parent);
  precede(process_[e].version);
  for (const EventId read : process_.consumed(e)) precede(read);
  return pasts_.emplace(e, std::move(result)).first->second;
}

NaiveNet::Events NaiveNet::past(const History& history) {
  Events result;
  for (std::uint32_t t = 0; t < history.thread_end(); ++t) {
    if (const EventId last = history.last_of(t); last.valid()) result = join(result, past(last));
  }
  return result;
}

std::uint32_t NaiveNet::thread_end() const {
  for (; scanned_ < process_.size(); ++scanned_) {
    const std::uint32_t thread = process_[EventId(scanned_)].thread;
    if (thread != kNoThread) thread_end_ = std::max(thread_end_, thread + 1);
  }
  return thread_end_;
}

EventId NaiveNet::own_copy(EventId condition, EventId version) const {
  for (EventId e = condition; e.valid(); e = process_[e].parent) {
    if (process_[e].observes() && process_[e].version == version) return e;
  }
  return version;
}

const NaiveNet::Preset& NaiveNet::preset(EventId e) {
  if (presets_thread_end_ != thread_end()) presets_.clear();
  presets_thread_end_ = thread_end();
  if (const auto known = presets_.find(e); known != presets_.end()) return known->second;
  Preset result;
  if (process_[e].parent.valid()) {
    result = preset(key_of(e));
  } else if (const EventId creation = process_[e].version; creation.valid()) {
    // The start of a created thread waits for its creation, other pseudo-events for nothing.
    result.consumed.push_back({Kind::kCreated, creation, e.value});
  }
  return presets_.emplace(e, std::move(result)).first->second;
}

NaiveNet::Preset NaiveNet::preset(const EventKey& key) const {
  Preset result;
  result.consumed.push_back({Kind::kThread, key.condition, 0});
  if (!key.version.valid()) return result;
  if (key.effect == Effect::kNone) {
    result.consumed.push_back({Kind::kAwaited, key.version, key.condition.value});
  } else if (process_.net() == Net::kContextual) {
    (key.effect == Effect::kModify ? result.consumed : result.read).push_back({Kind::kVersion, key.version, 0});
  } else {
    const std::uint32_t own = process_[key.condition].thread;
    result.consumed.push_back({Kind::kCopy, own_copy(key.condition, key.version), own});
    if (key.effect == Effect::kObserve) return result;
    for (std::uint32_t t = 0; t < thread_end(); ++t) {
      if (t == own) continue;
      const auto read = std::ranges::find_if(key.consumed, [&](EventId r) { return process_[r].thread == t; });
      result.consumed.push_back({Kind::kCopy, read == key.consumed.end() ? key.version : *read, t});
    }
  }
  return result;
}

bool NaiveNet::consumes_twice(const Presets& presets) {
  std::vector<Condition> all;
  for (const Preset* p : presets) all.insert(all.end(), p->consumed.begin(), p->consumed.end());
  std::ranges::sort(all);
  return std::ranges::adjacent_find(all) != all.end();
}

bool NaiveNet::has_cycle(const Events& events, const Presets& presets) {
  // Causality alone has no cycle: only what is already known can be a cause.
  if (std::ranges::all_of(presets, [](const Preset* p) { return p->read.empty(); })) return false;
  const auto number = [&](EventId e) {
    return static_cast<std::size_t>(std::ranges::lower_bound(events, e) - events.begin());
  };
  std::map<Condition, std::size_t> consumer;
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const Condition& c : presets[i]->consumed) consumer[c] = i;
  }
  std::vector<std::vector<std::size_t>> before(events.size());  // which event has to happen before which
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const Condition& c : presets[i]->consumed) before[i].push_back(number(c.producer));
    for (const Condition& c : presets[i]->read) {
      before[i].push_back(number(c.producer));
      if (const auto at = consumer.find(c); at != consumer.end()) before[at->second].push_back(i);
    }
  }
  // Depth-first search: an event that is reached again while it is open is on a cycle.
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Mark> marks(events.size(), Mark::kNew);
  const auto visit = [&](const auto& self, std::size_t i) -> bool {
    if (marks[i] != Mark::kNew) return marks[i] == Mark::kOpen;
    marks[i] = Mark::kOpen;
    for (const std::size_t j : before[i]) {
      if (self(self, j)) return true;
    }
    marks[i] = Mark::kDone;
    return false;
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (visit(visit, i)) return true;
  }
  return false;
}

bool NaiveNet::is_configuration(const Events& events) { return can_be_marked(events, {}); }

bool NaiveNet::can_be_marked(const Events& events, const std::vector<Condition>& conditions) {
  Presets presets;
  for (const EventId e : events) presets.push_back(&preset(e));
  if (consumes_twice(presets) || has_cycle(events, presets)) return false;
  const auto consumed = [&](const Condition& c) {
    return std::ranges::any_of(presets, [&](const Preset* p) { return std::ranges::count(p->consumed, c) != 0; });
  };
  return std::ranges::none_of(conditions, consumed);
}

bool NaiveNet::consistent(EventId a, EventId b) { return is_configuration(join(Events(past(a)), past(b))); }

bool NaiveNet::consistent(const History& a, const History& b) { return is_configuration(join(past(a), past(b))); }

bool NaiveNet::together(EventId condition, EventId version) {
  const Events events = join(Events(past(condition)), past(version));
  const bool replaced =
      std::ranges::any_of(events, [&](EventId e) { return process_[e].modifies() && process_[e].version == version; });
  return !replaced && can_be_marked(events, {{Kind::kThread, condition, 0}});
}

}  // namespace heddle::unfolding
