#pragma once

#include <set>
#include <string>

#include "unfolding/naive_net.h"

namespace heddle::unfolding {

// The naive possible extensions algorithm (JASE 2014, section 4.2.1), extended to both nets and all operations: for
// every thread condition, it tries every set of conditions that could be the preset of the next operation, which is an
// event if an execution can mark all of them. The slow twin of Extensions.
class NaiveExtensions {
 public:
  explicit NaiveExtensions(const BranchingProcess& process) : process_(process), net_(process) {}

  // All events that could follow executed ones: the executed events themselves, and the possible extensions.
  std::set<EventKey> all();

  // What the fast algorithm knows: executed events and extensions, without pseudo-events.
  std::set<EventKey> known() const;

  // Names the first difference between the two sets; empty if there is none.
  std::string difference();

 private:
  void extend(EventId condition);
  void extend_decision(EventId condition);
  void extend_at(EventId condition, EventId version);
  // For each thread starting with `thread`, tries every choice of a read of the version, and none.
  void choose_reads(EventKey& key, std::uint32_t thread);
  void add_if_possible(const EventKey& key);

  bool is_executed_version(EventId e, trace::LocationId location) const;
  bool wakes(EventId waker, EventId condition);

  const BranchingProcess& process_;
  NaiveNet net_;
  std::set<EventKey> result_;
};

}  // namespace heddle::unfolding
