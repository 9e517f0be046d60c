#pragma once

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "unfolding/branching_process.h"

namespace heddle::unfolding {

// What identifies an event: see Event. Ordered, so that sets of them can be compared.
struct EventKey {
  EventId condition;
  EventId version;
  std::int32_t choice = trace::kNoChoice;
  trace::Effect effect = trace::Effect::kNone;
  std::vector<EventId> consumed;

  friend auto operator<=>(const EventKey&, const EventKey&) = default;
};

// The net of the papers with every condition made explicit (JASE 2014, sections 2.4 and 3; slide 36 for the contextual
// net), and causality and conflict by their definitions: the slow twin of Concurrency. It uses nothing of an event
// except its arcs: no histories, depths, version trees or lists.
//
//   place-replicated  A version has one condition (copy) per thread. An observing event consumes the copy of its
//                     thread and produces it again; a modifying one consumes the copies of all threads.
//   contextual        A version has one condition. Observing events have a read arc to it, a modifying one
//                     consumes it.
// In both nets an event consumes the thread condition of its parent. An awaiting event, and the start of a created
// thread, also consume a condition that their waker produces for them alone.
//
// Sets of events are sorted vectors. Keeps what it has computed: the arcs of a known event never change, but a new
// thread adds copies to the presets.
class NaiveNet {
 public:
  using Events = std::vector<EventId>;

  struct Condition {
    enum class Kind : std::uint8_t { kThread, kCopy, kVersion, kAwaited, kCreated };
    Kind kind = Kind::kThread;
    EventId producer;
    std::uint32_t which = 0;  // kCopy: of which thread; kAwaited: for which thread condition; kCreated: for which start

    friend auto operator<=>(const Condition&, const Condition&) = default;
  };

  // The conditions around an event that are not produced by it.
  struct Preset {
    std::vector<Condition> consumed;
    std::vector<Condition> read;  // read arcs
  };

  explicit NaiveNet(const BranchingProcess& process) : process_(process) {}

  EventKey key_of(EventId e) const;

  // The events that causally precede e, and e itself; pseudo-events are events here.
  const Events& past(EventId e);
  // The past of a history.
  Events past(const History& history);

  const Preset& preset(EventId e);
  // The preset of an event with this key, whether it is known or not.
  Preset preset(const EventKey& key) const;

  // Can the set, which contains the causal past of each of its events, make up an execution? No condition is consumed
  // twice, and no event has to happen before itself, where an event has to happen after those that produce what it
  // needs, and before those that consume what it only reads.
  bool is_configuration(const Events& events);

  // Is `events` a configuration after which all these conditions are marked?
  bool can_be_marked(const Events& events, const std::vector<Condition>& conditions);

  // The twins of Concurrency.
  bool consistent(EventId a, EventId b);
  bool consistent(const History& a, const History& b);
  bool together(EventId condition, EventId version);

  static Events join(const Events& a, const Events& b);

  // One more than the greatest thread that has an event.
  std::uint32_t thread_end() const;

 private:
  using Presets = std::vector<const Preset*>;

  static bool consumes_twice(const Presets& presets);
  static bool has_cycle(const Events& events, const Presets& presets);
  // Where the thread's copy of the version is after the thread condition: at its last read of the version, or at the
  // version.
  EventId own_copy(EventId condition, EventId version) const;

  const BranchingProcess& process_;
  std::unordered_map<EventId, Events> pasts_;
  std::unordered_map<EventId, Preset> presets_;
  std::uint32_t presets_thread_end_ = 0;  // the value for which presets_ was computed
  mutable std::uint32_t thread_end_ = 0;
  mutable std::size_t scanned_ = 0;  // how many events thread_end_ covers
};

}  // namespace heddle::unfolding
