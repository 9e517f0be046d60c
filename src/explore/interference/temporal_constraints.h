#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "explore/interference/data_constraints.h"
#include "explore/interference/forest.h"
#include "explore/interference/scenario.h"
#include "trace/executor.h"
#include "trace/test.h"

namespace heddle::explore::interference {

// Why the events of a scenario have no order. Every realizable extension of the scenario interferes with one of the
// reads, or has one more event at one of the objects, or the end of one of the threads.
struct OrderCore {
  std::vector<NodeId> reads;  // local ones
  std::vector<trace::LocationId> objects;
  std::vector<trace::ThreadId> ends;

  void clear();
  std::size_t size() const { return reads.size() + objects.size() + ends.size(); }
};

// The temporal constraints of a scenario (Fig. 5): is there an order of its events in which each read gets what its
// write has written, every operation on a synchronisation object is enabled and has its outcome, and the sink is last?
// At the end of a standstill, no thread can go on.
//
// The search builds the order from its beginning, by the meaning of operations (trace/semantics.h), so it is exact for
// every primitive. It branches only where it must:
// (1) what changes nothing for others and is enabled happens at once: branches, creations, ends, joins, reads,
// wake-ups,
//     and unlocking where nobody looks whether the lock is free;
// (2) a write waits until nobody has still to read what it overwrites, since that cannot come back;
// (3) a state of the search that has failed before is not entered again.
// Owned by a strategy.
class TemporalConstraints {
 public:
  TemporalConstraints(const ThreadTrees& trees, const trace::Executor& executor)
      : trees_(&trees), executor_(&executor) {}

  // kUnknown if that takes more than kMaxStates states.
  Verdict solve(const Scenario& scenario);

  // After kNotRealizable or kUnknown.
  const OrderCore& core() const { return core_; }
  // After kNotRealizable, unless that takes too long: leaves out reads of the core until each is necessary.
  void shrink_core();
  // After kRealizable: the steps. What a branch at the sink gives is left open.
  const std::vector<trace::Step>& schedule() const { return schedule_; }
  // The same as nodes, with the ends of threads.
  const std::vector<NodeId>& order() const { return order_; }

  static constexpr std::uint64_t kMaxStates = 200'000;
  std::uint64_t states() const { return states_; }

 private:
  static constexpr std::uint32_t kNothing = UINT32_MAX;

  // An event with what the search needs to know about it.
  struct Item {
    NodeId node;
    std::uint32_t thread = 0;          // index into threads_
    std::uint32_t cell = kNothing;     // of its location
    std::uint32_t source = kNothing;   // of a read: the version; see Cell
    std::uint32_t version = kNothing;  // of a write: the one that it makes
    bool is_local = false;             // a read without interference
    trace::Operation operation;
  };
  struct Thread {
    trace::ThreadId id;
    NodeId leaf;
    std::vector<std::uint32_t> items;
    std::uint32_t creation = kNothing;  // the item
  };
  // What the search has come to.
  struct State {
    std::vector<std::uint32_t> position;  // by thread
    std::vector<std::uint32_t> version;   // by cell of memory: the last
    std::vector<std::int64_t> object;     // by cell of an object: its state
    std::vector<std::uint32_t> readers;   // by version: how many have still to read it
    std::vector<bool> woken;              // by thread
    std::vector<bool> done;               // by item
    std::uint32_t left = 0;               // items
  };
  struct Taken {
    std::uint32_t item = 0;
    std::int32_t choice = trace::kNoChoice;
  };

  void start(const Scenario& scenario);
  void add_thread(const Leaf& leaf);
  void add_item(std::uint32_t thread, NodeId n);
  void connect(const Scenario& scenario);
  std::uint32_t cell_of(trace::LocationId location);
  std::uint32_t thread_of(trace::ThreadId id) const;

  bool has_order();
  State first_state() const;
  void try_without(NodeId read);
  bool search(State state);
  void run_safe(State& state);
  bool is_safe(const Item& item) const;
  bool is_next(const State& state, std::uint32_t thread, std::uint32_t& item) const;
  bool is_enabled(const State& state, const Item& item);
  bool is_memory_enabled(const State& state, const Item& item);
  bool is_object_enabled(const State& state, const Item& item);
  void take(State& state, std::uint32_t item, std::int32_t choice);
  bool try_item(const State& state, std::uint32_t item, std::int32_t choice);
  base::Hash128 identity_of(const State& state) const;
  void blame_readers(const State& state, std::uint32_t version);
  bool is_goal(const State& state);
  bool can_go_on(const State& state, std::uint32_t thread);
  void finish();

  const ThreadTrees* trees_;
  const trace::Executor* executor_;
  const Goal* goal_ = nullptr;
  NodeId sink_;
  std::vector<Item> items_;
  std::vector<Thread> threads_;
  std::vector<trace::LocationId> cells_;
  std::vector<bool> is_watched_;  // by cell: does an outcome depend on a lock being held?
  std::uint32_t versions_ = 0;
  std::vector<NodeId> path_;
  std::vector<Taken> taken_;
  std::unordered_set<base::Hash128> failed_;
  std::uint64_t states_ = 0;
  std::uint64_t max_states_ = kMaxStates;
  bool gave_up_ = false;
  OrderCore core_;
  OrderCore smaller_;               // scratch of shrink_core
  std::vector<NodeId> candidates_;  // the same
  std::vector<trace::Step> schedule_;
  std::vector<NodeId> order_;
};

}  // namespace heddle::explore::interference
