#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "explore/dpor/action.h"
#include "symbolic/ids.h"

namespace heddle::explore::prune {

// A set of accesses (AccessNumbers), as bits.
using AccessSet = std::vector<std::uint64_t>;

void add_to(AccessSet& set, std::size_t number);
void add_to(AccessSet& set, const AccessSet& other);

// What was found out by exploring all that follows a state: from the states in which `safe` holds, and which have the
// same control state, nothing that can be found is reached, whatever the threads do, but for runs that begin with a
// step in `asleep`, which were not looked at.
struct Finished {
  symbolic::ExprId safe;
  std::vector<dpor::Action> asleep;
};

// PS[s]: all that is known of a global control state (Guo et al., section 4).
struct Summary {
  base::Hash128 control;
  std::vector<Finished> visits;
  AccessSet accesses;  // RVar[s] and WVar[s]: what was accessed behind it, in all visits
};

// The predicate summaries of all global control states, in a table of fixed size (section 6.2): of two states that
// belong at the same place, the later one stays.
class Summaries {
 public:
  explicit Summaries(std::size_t size) : size_(size) {}

  // Null if nothing is known of the state.
  const Summary* find(const base::Hash128& control) const;
  // The summary of the state, to add to.
  Summary& at(const base::Hash128& control);

  std::size_t size() const { return slots_.size(); }
  // In no particular order.
  const std::unordered_map<std::uint64_t, Summary>& slots() const { return slots_; }

 private:
  std::size_t size_;
  std::unordered_map<std::uint64_t, Summary> slots_;  // by place in the table
};

// Is what sleeps in a visit also asleep here, so that the visit has looked at all that must be looked at here?
bool covers(const Finished& visit, std::span<const dpor::Action> asleep);

}  // namespace heddle::explore::prune
