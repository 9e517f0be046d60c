#pragma once

#include <cstdint>
#include <vector>

#include "unfolding/branching_process.h"

namespace heddle::unfolding {

// Puts the events of a configuration into an order in which they can be executed, or finds that there is
// none.
//
// The order contains program order, the causal arcs (observed and replaced versions, wakers) and, in the contextual
// net, a read before the next version of what it reads. The events are executed greedily: a read as soon as its version
// is current, a modification as soon as its version is current and all reads of that version are done. No step ever
// disables another step of the configuration, so the greedy execution gets stuck only if the relation has a cycle.
class Linearizer {
 public:
  explicit Linearizer(const BranchingProcess& process) : process_(process) {}

  // Orders the events up to `cut`; the last event of a thread may be an extension. Pseudo-events are left
  // out. Returns false if there is no order. `order` may be null.
  bool run(const History& cut, std::vector<EventId>* order);

 private:
  // What is needed about an event.
  struct Step {
    EventId event;
    EventId version;
    trace::LocationId location;
    trace::Effect effect;
  };

  void load(const History& cut);
  void load_chain(std::uint32_t thread, EventId last);
  void shorten(std::vector<Step>& chain, std::size_t size);
  void forget(const Step& step);
  void put_back();
  // At the beginning, its initial version is current.
  void meet(trace::LocationId location);
  bool happened(EventId e) const;
  // False if it must wait for others.
  bool execute(const Step& step);

  const BranchingProcess& process_;
  // By thread: its events in program order. They stay until the next run, which mostly has many of them, too: an event
  // never changes its parent, its version or its effect.
  std::vector<std::vector<Step>> chains_;
  std::vector<EventId> creations_;           // by thread with events: its creation, none if it exists from the start
  std::vector<std::uint32_t> done_;          // by thread: how many of them have been executed
  std::vector<std::uint32_t> threads_;       // those with events
  std::vector<EventId> current_;             // by location of an event in chains_: its current version
  std::vector<trace::LocationId> modified_;  // where that is not the initial one
  base::GrowingArray<std::uint32_t> reads_left_;  // by event that makes a version: reads in chains_, not yet executed
  std::vector<EventId> read_;                     // the versions of those that have been executed
  std::size_t left_ = 0;
};

}  // namespace heddle::unfolding
