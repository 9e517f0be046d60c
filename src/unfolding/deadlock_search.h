#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"
#include "unfolding/extensions.h"

namespace heddle::unfolding {

// Finds the deadlocks on locks and joins in the unfolding, including those that no test has run into (JASE 2014,
// section 4.4 and Fig. 11).
//
// wants(c) is the lock that the thread acquires, or the thread that it joins, after c. holds(c) are the locks that it
// has acquired but not released up to c, and the resource "thread t runs", which thread t holds from its start to its
// end (the paper's footnote). A deadlock is a co-set of thread conditions of one of these forms:
//   a cycle c1 … ck where each wants what the next one holds (k = 1: a thread that wants its own lock);
//   {c, e} where c wants a lock that is held at e, the end of a thread.
//
// Candidates for the next member are the conditions that want what the last one holds and can happen together with all
// members so far; ThreadTrees finds them. (This is the restriction that the paper gets from Lemma 1: only the holder
// modifies a held lock, so the candidates are registered at the version that acquired it.)
//
// holds(c) needs no table: a lock is held at c iff its last version in the history of c is an acquisition by the
// thread of c, again because nobody else modifies a held lock.
//
// Each deadlock is found exactly once, from its condition that was added last: all its other conditions are known and
// registered by then, and since each wants one thing that only one of them holds, there is only one way around the
// cycle. Whether a set of conditions is a co-set is checked on the union of the histories, because in the contextual
// net that is not a binary relation. Owned by Unfolding.
class DeadlockSearch {
 public:
  DeadlockSearch(const BranchingProcess& process, Concurrency& concurrency, Extensions& extensions)
      : process_(process), concurrency_(concurrency), extensions_(extensions) {}

  // Must be called for every thread condition with a next operation, and for every end of a thread, after the function
  // of the same name of Extensions.
  void condition_added(EventId c);
  void thread_ended(EventId e);

  // The deadlocks found since the last call to clear_found; the conditions of each are sorted by id.
  std::size_t found() const { return starts_.size(); }
  std::span<const EventId> found(std::size_t i) const;
  void clear_found() {
    starts_.clear();
    conditions_.clear();
  }

 private:
  struct Level {
    Cut cut;                          // the union of the histories of the members so far
    std::vector<EventId> candidates;  // possible next members
  };

  bool acquires(EventId version) const;
  // Is the lock held at the condition?
  bool holds(EventId condition, trace::LocationId lock) const;
  bool holds_wanted(EventId condition) const;
  // Could a cycle continue after this condition?
  bool is_waited_for(EventId condition) const;
  // visit(version) for each version by which the thread of the condition acquired a lock that it holds there.
  template <class Visit>
  void for_each_held(EventId condition, Visit visit) const;

  bool holds_any(EventId condition) const;
  // Could a cycle continue after a condition at which this thread joins another one?
  bool may_be_waited_for(std::uint32_t joiner) const;

  // Reports the ends of threads that keep the lock wanted by the only member.
  void find_keepers(trace::LocationId lock);
  void report_with(EventId last);
  // Fig. 11: tries to close the cycle after the last of members_.
  void search();
  void try_next(EventId candidate);
  // Can the candidate be marked together with members_, whose union is the cut of the last level?
  bool fits(EventId candidate);
  void push(EventId member);
  void pop();
  void report();

  const BranchingProcess& process_;
  Concurrency& concurrency_;
  Extensions& extensions_;
  // By lock: the threads that ended while holding it.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> kept_;
  std::vector<bool> joins_with_lock_;  // by thread: did it join another one while holding a lock?
  // The search.
  std::vector<EventId> members_;
  std::deque<Level> levels_;  // by number of members, minus one
  // The result.
  std::vector<std::uint32_t> starts_;
  std::vector<EventId> conditions_;
};

}  // namespace heddle::unfolding
