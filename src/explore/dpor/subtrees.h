#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "explore/strategy.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore::dpor {

class Optimal;

// Searches that run ahead of optimal partial order reduction: each explores what follows one leaf of a wakeup tree
// before it is that leaf's turn.
//
// Nothing is ever added below a leaf, and no thread sleeps after the schedule that leads there. So what is explored
// below it, and in which order, does not depend on anything that is explored elsewhere: a search of its own, which
// begins there with empty sleep sets and trees, plans exactly the tests that the main search will plan there. It leaves
// out the races with steps above: those belong to nodes of the main search, which looks at every run again when it gets
// there, in its order. So the main search need not trust this one: it plans by itself, and only finds that its tests
// have been run already.
//
// When the main search enters a subtree, the search there plans no more, and the main search first follows it to where
// it has come; then the leaves that it knows below are searched ahead in their turn. So several searches are never
// inside one another, and a run is looked at twice at most.
//
// Invariants: (1) `results` of a subtree are the tests that the main search will plan there first, in that order; (2)
// subtrees_ is in the order in which the main search will enter them, nearest last, as far as the nodes of their trees
// tell. Owned by Optimal.
class Subtrees {
 public:
  explicit Subtrees(std::function<std::unique_ptr<Optimal>()> make_search);
  ~Subtrees();

  bool full() const { return subtrees_.size() >= kMost; }

  // The run of a leaf has been planned as this test; its tree belongs to this node of the main search.
  void begin(std::uint32_t node, Ticket ticket, const trace::Test& test);
  // Fills in a test that one of them wants, if there is one; `room`: how many more results may be waiting.
  bool plan(trace::Test& test, Ticket ticket, std::size_t room);
  // A test that was planned here has been run, and the main search does not want it yet.
  void observe(Ticket ticket, const trace::Trace& trace);

  // The main search takes the leaf whose run was planned under this ticket.
  void enter(Ticket leaf);
  // Is there another test that was planned in the subtree where the main search is? That is what it must plan now.
  bool follows() const { return entered_ != nullptr; }
  Ticket follow(const trace::Test& test);
  // Trees of nodes from this one on belong to the subtree in which the main search follows.
  std::uint32_t first_inside() const;

 private:
  static constexpr std::size_t kMost = 32;
  // One of them may take this part of the room that is left.
  static constexpr std::size_t kPartOfRoom = 2;
  static constexpr Ticket kNobody = 0;

  struct Early {
    Ticket ticket = kNobody;
    std::uint64_t schedule = 0;  // its hash
  };
  struct Subtree {
    std::uint32_t node = 0;
    std::uint32_t root = 0;  // how many steps lead to its leaf
    std::unique_ptr<Optimal> search;
    std::deque<Early> results;   // or on their way
    Ticket in_flight = kNobody;  // what the search waits for
    bool has_begun = false;      // has the search seen its first run?
    bool has_ended = false;      // there is nothing more that it can plan
  };
  using Owned = std::unique_ptr<Subtree>;

  Owned take_unused();

  std::function<std::unique_ptr<Optimal>()> make_search_;
  std::vector<Owned> subtrees_;
  Owned entered_;
  std::vector<Owned> unused_;
};

}  // namespace heddle::explore::dpor
