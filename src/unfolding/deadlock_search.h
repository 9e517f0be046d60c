#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"
#include "unfolding/extensions.h"

namespace heddle::unfolding {

// Finds the deadlocks by locks and joins in the unfolding, also those that no test has run into (JASE 2014,
// section 4.4 and Fig. 11).
//
// wants(c) is the lock that the thread acquires, or the thread that it joins, after c. holds(c) are the locks that
// it has acquired and not released up to c, and the resource "thread t runs", which thread t holds from its start
// to its end (the paper's footnote). A deadlock is a co-set of thread conditions of one of these forms:
//   a cycle c1 … ck where the next one holds what each wants (k = 1: a thread that wants its own lock);
//   {c, e} where c wants a lock that is held at e, the end of a thread.
//
// Candidates. Let h be a condition that holds lock m, w the version of m by which it acquired it, and c a condition
// that wants m. If {h, c} is a co-set then c is registered at w (Version::conditions): only the holder modifies a
// held lock, so w is the current version of m as long as the thread is at h, hence c and w can happen together,
// and c is registered at every version with which it can, whether or not that version enables it. So the
// conditions registered at w are all the candidates; this is the restriction that Lemma 1 gives the paper. For a
// join they are the conditions that wait for the end of the thread.
//
// holds(c) needs no table: a lock is held at c iff its last version in the history of c is an acquisition by the
// thread of c, again because nobody else modifies a held lock.
//
// Each deadlock is found exactly once, namely from the condition of it that was added last: all its other
// conditions are known and registered then, and since each wants one thing that only one of them holds, there is
// only one way around the cycle. Whether a set of conditions is a co-set is checked on the union of the histories,
// because in the contextual net that is no binary relation. Owned by Unfolding.
class DeadlockSearch {
 public:
  DeadlockSearch(const BranchingProcess& process, Concurrency& concurrency, const Extensions& extensions)
      : process_(process), concurrency_(concurrency), extensions_(extensions) {}

  // To be called for every thread condition with a next operation, and for every end of a thread, after the
  // function of the same name of Extensions.
  void condition_added(EventId c);
  void thread_ended(EventId e);

  // The deadlocks found since the last call to clear_found; the conditions of each by increasing id.
  std::size_t found() const { return starts_.size(); }
  std::span<const EventId> found(std::size_t i) const;
  void clear_found() {
    starts_.clear();
    conditions_.clear();
  }

 private:
  bool acquires(EventId version) const;
  // Is the lock held at the condition?
  bool holds(EventId condition, trace::LocationId lock) const;
  bool holds_wanted(EventId condition) const;
  // Could a cycle go on behind this condition?
  bool is_waited_for(EventId condition) const;
  // visit(version) for each version by which the thread of the condition has acquired a lock that it holds there.
  template <class Visit>
  void for_each_held(EventId condition, Visit visit) const;

  // Fig. 11: tries to close the cycle behind the last of members_.
  void search();
  void try_next(EventId candidate);
  // Can the candidate be marked together with members_, whose union is cut()?
  bool fits(EventId candidate);
  void push(EventId member);
  void pop();
  void report();

  const BranchingProcess& process_;
  Concurrency& concurrency_;
  const Extensions& extensions_;
  // By lock: the ends of threads that hold it.
  std::unordered_map<std::uint32_t, std::vector<EventId>> kept_;
  // The search.
  std::vector<EventId> members_;
  std::vector<std::unique_ptr<Cut>> cuts_;  // cuts_[i]: the union of the histories of the first i + 1 members
  // The result.
  std::vector<std::uint32_t> starts_;
  std::vector<EventId> conditions_;
};

}  // namespace heddle::unfolding
