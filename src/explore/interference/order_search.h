#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "explore/interference/scenario_events.h"
#include "explore/interference/verdict.h"
#include "trace/executor.h"
#include "trace/operation.h"

namespace heddle::explore::interference {

// Searches for an order of the events of a scenario in which each read gets what its write wrote, every operation on a
// synchronisation object is enabled and has its outcome, and the sink is last. At the end of a standstill, no thread
// can continue.
//
// The search builds the order from its beginning, by the meaning of operations (trace/semantics.h), so it is exact for
// every primitive. It branches only where it must:
// (1) what changes nothing for others and is enabled happens immediately: branches, creations, ends, joins, reads,
//     wake-ups, and unlocking where nobody checks whether the lock is free;
// (2) a write waits until nobody still has to read what it overwrites, since that cannot come back;
// (3) a state of the search that has failed before is not entered again.
// Owned by TemporalConstraints.
class OrderSearch {
 public:
  explicit OrderSearch(const trace::Executor& executor) : executor_(&executor) {}

  // An event, and what it chose.
  struct Taken {
    std::uint32_t event = 0;
    std::int32_t choice = trace::kNoChoice;
  };

  // kUnknown if it takes more states than this.
  Verdict solve(const ScenarioEvents& events, std::uint64_t max_states = kMaxStates);

  // After kNotRealizable or kUnknown.
  const OrderCore& core() const { return core_; }
  // After kRealizable.
  const std::vector<Taken>& order() const { return taken_; }

  static constexpr std::uint64_t kMaxStates = 200'000;
  // Of the last search.
  std::uint64_t states() const { return states_; }

 private:
  static constexpr std::uint32_t kNothing = ScenarioEvents::kNothing;

  // A state of the search.
  struct State {
    std::vector<std::uint32_t> position;  // by thread
    std::vector<std::uint32_t> version;   // by cell of memory: the last
    std::vector<std::int64_t> object;     // by cell of an object: its state
    std::vector<std::uint32_t> readers;   // by version: how many still have to read it
    std::vector<bool> woken;              // by thread
    std::uint32_t left = 0;               // events
  };

  State first_state() const;
  void find_watched();
  bool search(State state);
  void run_safe(State& state);
  bool is_safe(std::uint32_t e) const;
  bool is_done(const State& state, std::uint32_t e) const;
  bool is_next(const State& state, std::uint32_t thread, std::uint32_t& e) const;
  bool is_enabled(const State& state, std::uint32_t e);
  bool is_memory_enabled(const State& state, std::uint32_t e);
  bool is_object_enabled(const State& state, std::uint32_t e);
  void take(State& state, std::uint32_t e, std::int32_t choice);
  bool try_event(const State& state, std::uint32_t e, std::int32_t choice);
  base::Hash128 identity_of(const State& state) const;
  void blame_readers(const State& state, std::uint32_t version);
  bool is_goal(const State& state);
  bool must_stay(std::uint32_t thread) const;
  void blame_waker(std::uint32_t thread);
  bool can_go_on(const State& state, std::uint32_t thread) const;
  std::int64_t state_of(const State& state, trace::LocationId object) const;

  const trace::Executor* executor_;
  const ScenarioEvents* events_ = nullptr;
  std::vector<bool> is_watched_;  // by cell: does an outcome depend on a lock being held?
  std::vector<Taken> taken_;
  std::unordered_set<base::Hash128> failed_;
  std::uint64_t states_ = 0;
  std::uint64_t max_states_ = kMaxStates;
  bool gave_up_ = false;
  OrderCore core_;
};

}  // namespace heddle::explore::interference
