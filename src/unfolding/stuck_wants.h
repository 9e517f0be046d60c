#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "unfolding/branching_process.h"

namespace heddle::unfolding {

// Which wants can keep a thread for ever: a signal, semaphore or barrier always; a lock only if some condition that
// holds it is the end of its thread or has such a want itself; the end of a thread if that thread has a condition with
// such a want. A thread that waits for an assumption, or in a loop with several looks, is stopped. The greatest set of
// this kind, by resources, not by conditions: it over-approximates, but for the locks of most programs, where no holder
// waits, it says no.
class StuckWants {
 public:
  explicit StuckWants(const BranchingProcess& process);

  // May a thread stay at the condition for ever, as far as these resources show? Also true for its end.
  bool may_stay(EventId condition) const;
  // For the filter of ThreadTrees: what the conditions of a thread want at which it may stay.
  std::uint64_t bits(std::uint32_t thread) const { return thread < bits_.size() ? bits_[thread] : 0; }

 private:
  struct Want {
    enum class Kind : std::uint8_t { kNever, kAlways, kLock, kJoin } kind = Kind::kNever;
    std::uint32_t of = 0;  // location or thread

    friend auto operator<=>(const Want&, const Want&) = default;
  };

  Want want_of(EventId condition) const;
  bool keeps(Want want) const;
  void collect();
  void remove_unsupported();
  void collect_bits();

  const BranchingProcess& process_;
  std::set<std::pair<std::uint32_t, Want>> holding_;  // a lock, and what one of its holders wants
  std::set<std::pair<std::uint32_t, Want>> wanting_;  // a thread, and what it wants
  std::vector<bool> locks_;                           // by location: may it be held for ever?
  std::vector<bool> threads_;                         // by thread: may it stay somewhere before its end?
  std::vector<std::uint64_t> bits_;                   // by thread
};

}  // namespace heddle::unfolding
