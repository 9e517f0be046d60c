#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/growing_array.h"
#include "unfolding/cut.h"
#include "unfolding/event.h"
#include "unfolding/history.h"
#include "unfolding/operation_table.h"

namespace heddle::unfolding {

// A branching process: the events known so far, their versions and histories, and the index that finds the
// event of an operation by one hash look-up. It knows how events are stored, not which ones there should be.
// Owned by Unfolding.
class BranchingProcess {
 public:
  explicit BranchingProcess(Net net);

  Net net() const { return net_; }
  const Event& operator[](EventId e) const { return events_[e.index()]; }
  Event& operator[](EventId e) { return events_[e.index()]; }
  const Version& version(VersionId v) const { return versions_[v.index()]; }
  Version& version(VersionId v) { return versions_[v.index()]; }
  // None if it is not known yet.
  EventId initial_version(trace::LocationId location) const {
    return location.index() < initial_.size() ? initial_[location.index()] : EventId();
  }
  // The version that an executed modifying event, or the initial pseudo-event of a location, stands for.
  Version& version_of(EventId e) { return versions_[events_[e.index()].own_version.index()]; }
  const Version& version_of(EventId e) const { return versions_[events_[e.index()].own_version.index()]; }
  std::size_t size() const { return events_.size(); }
  std::size_t version_count() const { return versions_.size(); }

  OperationTable& operations() { return operations_; }
  // What a thread does after `condition`; it must have a next operation.
  const trace::Operation& next(EventId condition) const { return operations_[events_[condition.index()].next]; }
  // What an event did: the next operation of its parent.
  const trace::Operation& operation(EventId e) const { return next(events_[e.index()].parent); }

  // The event (condition, version, choice, consumed), none if it is not known.
  EventId find(EventId condition, EventId version, std::int32_t choice, std::span<const EventId> consumed) const;
  // Adds it as an extension; it must not be known.
  EventId add_extension(EventId condition, EventId version, std::int32_t choice, trace::Effect effect,
                        std::span<const EventId> consumed);
  // Pseudo-events.
  EventId add_start(std::uint32_t thread, EventId creator);
  EventId add_initial_version(trace::LocationId location, std::int64_t state);

  // Turns an extension into an executed event: computes its history and makes it a version if it modifies.
  void execute(EventId e, std::int64_t value, OperationId next, bool last);

  // The thread closes after this condition, which has no next operation; or, after all, does not.
  void close(EventId condition, const Closing& closing);
  void open(EventId condition);
  // Of a condition at which the thread closes.
  const Closing& closing(EventId condition) const { return closings_.at(condition); }

  History history(EventId e) const;
  std::span<const EventId> consumed(EventId e) const;

  std::uint32_t version_depth(EventId version) const { return version_of(version).depth; }

  // Singly linked lists of events in one arena; 0 is the empty list.
  struct Link {
    EventId event;
    std::uint32_t next = 0;
  };
  const Link& link(std::uint32_t i) const { return links_[i]; }
  void push(std::uint32_t& list, EventId event) { list = static_cast<std::uint32_t>(links_.push_back({event, list})); }

 private:
  static std::uint64_t key_hash(EventId condition, EventId version, std::int32_t choice,
                                std::span<const EventId> consumed);
  bool matches(EventId e, EventId condition, EventId version, std::int32_t choice,
               std::span<const EventId> consumed) const;
  void add_to_successors(EventId e);
  void add_to_index(EventId e);
  void grow_index();
  void compute_history(EventId e);
  std::uint32_t store_threads(const Event& e, const History& parent);
  std::uint32_t store_versions(const History& parent);

  Net net_;
  base::GrowingArray<Event> events_;
  base::GrowingArray<Version> versions_;
  base::GrowingArray<std::uint32_t> blocks_;  // histories and consumed reads
  base::GrowingArray<Link> links_;
  OperationTable operations_;
  std::vector<EventId> initial_;  // by location
  std::unordered_map<EventId, Closing> closings_;
  // Nearly all conditions have few successors, which are in a list; what exceeds kListed is in one hash table for all:
  // open addressing; a slot holds EventId::value + 1, 0 is empty.
  static constexpr int kListed = 4;
  struct Successors {
    std::uint32_t first = 0;  // of this condition; links are EventId::value + 1
    std::uint32_t next = 0;   // of the condition before it
  };
  base::GrowingArray<Successors> successors_;  // by event
  std::vector<std::uint32_t> index_;
  std::size_t indexed_ = 0;
  Cut merged_;  // scratch of compute_history
};

}  // namespace heddle::unfolding
