#pragma once

#include <z3++.h>

#include <cstdint>
#include <vector>

#include "unfolding/branching_process.h"
#include "unfolding/encoding_limits.h"

namespace heddle::unfolding {

// The configurations of a branching process as the solutions of a formula: one Boolean per executed event.
//
// A set of events is a configuration iff
//  1. it contains the causes of its events: the parent, the observed or replaced version, the waker, the consumed
//     reads, the creation of the thread;
//  2. no two of its events follow the same thread condition, and no two replace the same version;
//  3. reads come before the replacement of what they read. A read r of a version that n replaces is *stale* for n if it
//     is not a cause of n. Place-replicated: no read may be stale, since n consumes all the copies. Contextual: the
//     causal order, together with r before n for every stale read, has no cycle.
//
// 1 and 2 are part of the formula from the start. 3 is checked on each solution, and what violates it is added as a
// clause (a cycle is given by its stale reads alone: everything else on the cycle up to the next stale read is a cause
// of that read). Most of the possible clauses never matter, so this is faster than any complete encoding of an order.
//
// The branching process must not change while the encoding exists. Owned by whoever asks a question.
class Encoding {
 public:
  explicit Encoding(const BranchingProcess& process);

  z3::context& context() { return context_; }

  // Has the event happened? For the start of a thread: has the thread been created? For an initial version: true.
  z3::expr happened(EventId e) const { return happened_[e.index()]; }
  // Is the thread at this condition, that is, has it done nothing since?
  z3::expr at(EventId condition);
  // Is the version the current one of its location?
  z3::expr current(EventId version);

  void require(const z3::expr& formula) { solver_.add(formula); }

  // Is there a configuration that satisfies all requirements? If so, the last event of each of its threads is left in
  // `last`, by thread. kUnknown: time ran out.
  Answer solve(double seconds, std::vector<EventId>& last);

  std::uint64_t refinements() const { return refinements_; }

 private:
  // A read that comes before a replacement of what it read, without being a cause of it.
  struct Stale {
    EventId read;
    EventId replacement;
  };

  // Lists of events by what they follow: singly linked through `next`.
  struct Lists {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> next;

    void resize(std::size_t size) {
      first.resize(size, EventId().value);
      next.resize(size, EventId().value);
    }
    void add(EventId list, EventId event) {
      next[event.index()] = first[list.index()];
      first[list.index()] = event.value;
    }
  };
  template <class Visit>
  static void for_each(const Lists& lists, EventId list, Visit visit);

  void declare();
  void require_causes(EventId e);
  void require_exclusive(const Lists& lists, EventId list);
  using Expressions = std::vector<z3::expr>::const_iterator;
  void require_pairwise_exclusive(Expressions begin, Expressions end);
  z3::expr fresh();
  // The event has happened, and none of those in its list has.
  z3::expr unfollowed(EventId e, const Lists& lists);

  Answer refine_until_solved(double seconds, std::vector<EventId>& last);
  // Reads the solution off a model.
  void extract(const z3::model& model, std::vector<EventId>& last);
  void extract_thread(const z3::model& model, EventId start, std::vector<EventId>& last);
  // Adds clauses against the ways in which the solution violates rule 3; false if there are none.
  bool refine(const std::vector<EventId>& last);
  void collect_stale(const std::vector<EventId>& last);
  // e ≤ f, for two events of one configuration.
  bool is_cause(EventId e, EventId f) const;
  // The shortest cycle through stale_[i], as indices into stale_; empty if there is none.
  std::vector<std::uint32_t> cycle_through(std::uint32_t i) const;

  const BranchingProcess& process_;
  z3::context context_;
  z3::solver solver_;
  std::vector<z3::expr> happened_;  // by event
  Lists following_;                 // by thread condition: the events of the thread that follow it
  Lists replacing_;                 // by version: the events that replace it
  std::vector<z3::expr> at_;        // by condition; null until asked for
  std::vector<z3::expr> current_;   // by version; likewise
  std::vector<EventId> starts_;     // of the threads that exist from the start
  std::size_t next_variable_ = 0;
  std::vector<Stale> stale_;
  std::vector<EventId> replaced_by_;  // by version, in the solution under consideration
  std::uint64_t refinements_ = 0;
};

}  // namespace heddle::unfolding
