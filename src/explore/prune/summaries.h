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

// What was found out by exploring everything that follows a state: from states with the same control state in which
// `safe` holds, nothing that can be found is reached, whatever the threads do, except by runs that begin with a step in
// `asleep`, which were not examined.
struct Finished {
  symbolic::ExprId safe;
  std::vector<dpor::Action> asleep;
};

// PS[s]: everything known about a global control state (Guo et al., section 4).
struct Summary {
  base::Hash128 control;
  std::vector<Finished> visits;
  AccessSet accesses;  // RVar[s] and WVar[s]: what was accessed after it, in all visits
};

// The predicate summaries of all global control states, in a table of fixed size (section 6.2): of two states with the
// same slot, the later one stays.
class Summaries {
 public:
  explicit Summaries(std::size_t size) : size_(size) {}

  // Null if nothing is known about the state.
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

// Is everything that sleeps in a visit also asleep here, so that the visit examined everything that must be examined
// here?
bool covers(const Finished& visit, std::span<const dpor::Action> asleep);

}  // namespace heddle::explore::prune
