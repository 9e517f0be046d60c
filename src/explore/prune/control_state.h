#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "trace/operation.h"
#include "trace/thread_set.h"

namespace heddle::explore::prune {

// A global control state (Guo et al., section 3.1), kept up to date along a run: where each thread is, and the state of
// the synchronisation objects. What memory and local variables hold is not part of it.
//
// Two runs in states with equal hash() whose memory and local variables hold the same values continue in the same ways.
// Owned by a SegmentReader.
class ControlState {
 public:
  // `knows_threads`: can a thread be joined only by those that know of it, as in models?
  explicit ControlState(bool knows_threads) : knows_threads_(knows_threads) {}

  void start();

  void set_thread(trace::ThreadId t, const base::Hash128& control) { put(threads_, t.index(), kThread, control); }
  // What the step did to an object, whose initial state was `initial`.
  void apply(const trace::Operation& op, std::int64_t initial);

  const base::Hash128& hash() const { return sum_; }

 private:
  enum Part : std::uint8_t { kThread = 1, kObject, kWoken, kKnownTo, kKnownAt };
  using Parts = std::vector<base::Hash128>;

  void put(Parts& parts, std::size_t index, Part part, const base::Hash128& value);
  void replace(base::Hash128& part, const base::Hash128& by);
  void share_knowledge(const trace::Operation& op);
  static trace::ThreadSet& at(std::vector<trace::ThreadSet>& sets, std::size_t index);

  base::Hash128 sum_;
  Parts threads_;
  Parts objects_;
  Parts woken_parts_;
  trace::ThreadSet woken_;
  // Programs that create threads: which threads a thread knows, by itself or from a location. Joining others is a
  // mistake.
  bool knows_threads_;
  bool creates_ = false;
  std::vector<trace::ThreadSet> known_to_;
  std::vector<trace::ThreadSet> known_at_;
  Parts known_to_parts_;
  Parts known_at_parts_;
};

}  // namespace heddle::explore::prune
