#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/growing_array.h"
#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"
#include "unfolding/event_index.h"

namespace heddle::unfolding {

// The thread trees, arranged for the question which conditions of a thread can happen together with a history: those
// that wait for a location, those that wait for the end of a thread, those at the end of their thread, or any Goal.
//
// The walk goes down the tree of the thread from its last event in the history and prunes where an event is not
// consistent with the history: histories only grow downward. Whatever it reaches is consistent, so it can become part
// of an execution with the history, and nearly always leads to an answer. Two things keep it away from what does not:
// 1. A condition may have many successors, one for each version that it can happen with. They form a forest, by the
//    tree of versions: if a version is not consistent with the history, neither is any below it. The successors of a
//    condition that joins are found through the ends of the other thread, which is the same walk. So are the starts of
//    a thread, through the conditions that create it.
// 2. Each event has a set of what is wanted at or below it (a filter: it may contain too much), so that the walk goes
//    where there is something to find.
// Owned by Extensions.
class ThreadTrees {
 public:
  ThreadTrees(const BranchingProcess& process, Concurrency& concurrency);

  // A new extension.
  void add(EventId e);
  // A condition, or the start of a thread: what its thread wants next, or that it has ended, is known.
  void reached(EventId condition);

  // It was executed and modifies its location.
  void modified(EventId e);

  // Fill `result` with the conditions that can happen together with the history, that belong to other threads than that
  // of its own event, and whose thread has not got beyond them in this history: those with a next operation on the
  // location,
  void wanting(const History& history, trace::LocationId location, std::uint32_t except, std::vector<EventId>& result);
  // those that modify it,
  void modifying(const History& history, trace::LocationId location, std::uint32_t except,
                 std::vector<EventId>& result);
  // those at which a thread joins another one,
  void joining(const History& history, std::uint32_t thread, std::uint32_t joined, std::vector<EventId>& result);
  // those at the end of the thread.
  void ended(const History& history, std::uint32_t thread, std::vector<EventId>& result);

  // What else a walk may look for: conditions at which a thread may stay for ever.
  class Goal {
   public:
    virtual ~Goal() = default;
    // Is the condition an answer? Only asked where it wants something or its thread has ended.
    virtual bool is_answer(EventId condition) const = 0;
    // May something with this history be part of an answer? If not, neither may anything with a longer one.
    virtual bool admits(const History& history) const = 0;
  };
  // A set of wants for the filter of the walk.
  static std::uint64_t bits_of_location(trace::LocationId location);
  static std::uint64_t bits_of_join(std::uint32_t joined);
  static std::uint64_t bits_of_end(std::uint32_t thread);
  // The answers among the conditions of a thread that can happen together with the history; `bits` covers what each of
  // them wants.
  void reaching(const History& history, std::uint32_t thread, const Goal& goal, std::uint64_t bits,
                std::vector<EventId>& result);

  // The threads that have wanted to join this one.
  std::span<const std::uint32_t> joiners(std::uint32_t thread) const {
    return thread < by_joined_.size() ? std::span<const std::uint32_t>(by_joined_[thread])
                                      : std::span<const std::uint32_t>();
  }

  // Up to this many starts of a thread, or successors of a condition, are checked one by one, without a walk.
  void set_few(std::size_t count) { few_starts_ = few_successors_ = count; }

  // How much work the walks were: the number of events looked at.
  std::uint64_t steps() const { return steps_; }

 private:
  // What a condition wants, or that its thread has ended.
  struct Want {
    enum class Kind : std::uint8_t { kLocation, kModified, kJoin, kCreate, kEnd, kGoal } kind;
    std::uint32_t of;    // location or thread
    std::uint64_t bits;  // in Node::wanted

    Want(Kind k, std::uint32_t location_or_thread);
    Want(std::uint32_t thread, std::uint64_t set) : kind(Kind::kGoal), of(thread), bits(set) {}
    bool operator==(const Want& other) const { return kind == other.kind && of == other.of; }
  };
  // Links are 1 + EventId::value, 0 for none.
  struct Node {
    std::uint64_t wanted = 0;       // at or below it
    std::uint32_t up = 0;           // in whose list it is
    std::uint32_t next = 0;         // in that list
    std::uint32_t first_child = 0;  // of its successors, those at versions not below another's
    std::uint32_t first_below = 0;  // of the events of the same condition, those at versions below its own
  };
  // An event that the walk reaches.
  struct Visit {
    EventId event;
    bool alone;  // without those of the same condition at versions below
  };
  // Ends or starts of a thread, or versions of a location, that are consistent with the present history.
  struct Known {
    std::uint64_t round = 0;
    bool unfinished = false;
    std::vector<EventId> events;
    std::uint64_t allowed = 0;  // steps, if they are limited
  };

  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
  static constexpr std::uint64_t kFirstLimit = 64;

  template <class T>
  static T& at(std::vector<T>& values, std::size_t i) {
    if (values.size() <= i) values.resize(i + 1);
    return values[i];
  }

  void put(EventId e, EventId up, std::uint32_t& list);
  // Place-replicated: notes a modifying event as the first of its condition and version, and returns false, or puts it
  // into the lists below the first.
  bool add_to_same(EventId e);
  void mark(EventId e, Want want);
  Want want_of(EventId condition) const;
  // The event of the same condition at the nearest version above; none if there is none.
  EventId nearest_above(EventId e) const;
  EventId first_of(EventId condition, EventId version) const;
  // Place-replicated: the first event among those with the same condition and version and the same last read; `read`
  // may be none.
  EventId first_consuming(EventId condition, EventId version, EventId read) const;
  // The last one that the event consumes; none if it consumes none.
  EventId last_read(EventId e) const;

  void begin(const History& history);
  bool given_up() const { return steps_ > last_step_; }
  void find(std::uint32_t thread, Want want, std::vector<EventId>& result);
  void enter(std::uint32_t thread, Want want, std::vector<EventId>& result);
  // A condition that is consistent with the history.
  void reach(EventId condition, Want want, std::vector<EventId>& result);
  void look_at(Visit visit, Want want, std::vector<EventId>& result);
  bool consistent(EventId e);
  bool possible(EventId version);
  // Computes ends_[thread]; false if the walk gives up, or is already in progress: threads that join each other.
  bool find_ends(std::uint32_t thread);
  // The starts that a walk has to look at: all of them if they are few, or those whose creations it finds.
  std::span<const EventId> candidate_starts(std::uint32_t thread);
  void find_starts(std::uint32_t thread);
  // The creation of the thread by the creator in the present history; none if there is none.
  EventId creation_in_history(std::uint32_t creator, std::uint32_t thread) const;

  // Where the walk goes next. Nothing happens if there is no such event.
  void push(EventId e, bool alone = false);
  void push_list(std::uint32_t list);
  bool is_long(std::uint32_t list) const;
  // The events of the same condition at the version of `e` and below it.
  void push_near(EventId e, bool fits);
  // The events with the condition and version of `first`, one for each last read. They are in the list.
  void push_by_reads(EventId first, std::uint32_t list);
  void push_successors(EventId condition);
  // The events of a condition at a version.
  void push_at(EventId condition, EventId version, bool alone = false);
  // Those at versions below `version` (none: at any). The highest ones are in the list, perhaps with others.
  void push_below(EventId condition, EventId version, std::uint32_t list);
  // The same through the versions that are consistent with the history; false if they are not fewer than what is in the
  // list, or not known.
  bool push_by_versions(EventId condition, EventId version, std::uint32_t list);
  void push_next_versions(EventId condition, EventId version);
  // Does the condition have an event at the version, if they can happen together?
  bool offers(EventId condition, EventId version) const;
  bool may_come_late(EventId condition, EventId replaced) const;
  // Or equal.
  bool is_below(EventId version, EventId upper) const;
  // By location and thread.
  using KnownTable = std::vector<std::vector<Known>>;
  // The entry for the location that the condition operates on and its thread.
  Known& known_for(KnownTable& table, EventId condition);
  // Computes that entry, of what the other threads want or have done there (it knows what its own thread has done), in
  // at most this many steps; false if that is not enough, or already in progress.
  bool find_known(KnownTable& table, Want::Kind kind, EventId condition, std::uint64_t steps);
  // The same, as long as nothing is left to do with the list in fewer steps.
  bool is_known_before_end(std::uint32_t list, KnownTable& table, Want::Kind kind, EventId condition);
  // Of the known versions, the successors of a version.
  std::span<const EventId> next_versions(EventId condition, EventId version);
  // The last read of the version by the thread in the present history; none if there is none.
  EventId read_in_history(std::uint32_t thread, EventId version) const;

  const BranchingProcess& process_;
  Concurrency& concurrency_;
  base::GrowingArray<Node> nodes_;  // by event
  // Place-replicated: of the events that have a condition and a version in common, and modify it, the first has the
  // list of those that are the first with their last read, and each of these the list of the others with it.
  base::GrowingArray<std::uint32_t> same_;
  std::vector<std::vector<std::uint32_t>> by_location_;  // the threads that have wanted it
  std::vector<std::vector<std::uint32_t>> by_modified_;  // the threads that have modified it
  std::vector<std::vector<std::uint32_t>> by_joined_;    // the threads that have wanted to join it
  std::vector<std::vector<std::uint32_t>> by_created_;   // the threads that have wanted to create it
  std::vector<std::vector<EventId>> starts_;             // by thread
  // Place-replicated: the first event of each pair of a condition and a version that it modifies, and of the others the
  // first with each last read.
  EventIndex firsts_;
  EventIndex firsts_consuming_;
  std::size_t few_starts_ = 4;
  std::size_t few_successors_ = 8;
  // The present walk.
  History history_;
  const Goal* goal_ = nullptr;
  std::uint64_t round_ = 0;
  std::vector<std::uint64_t> versions_;  // by version: 2 * round + answer
  std::vector<Known> ends_;              // by thread
  std::vector<Known> known_starts_;      // by thread
  KnownTable known_versions_;            // in the order of the versions that they replace
  KnownTable known_wanting_;
  std::uint64_t last_step_ = kNoLimit;  // where the walk gives up
  std::vector<Visit> to_visit_;
  std::uint64_t steps_ = 0;
};

}  // namespace heddle::unfolding
