#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/dpor/action.h"

namespace heddle::explore::dpor {

// The wakeup trees of all nodes of the current execution (JACM 2017, section 6). A wakeup tree is an ordered tree
// of sequences that are to be explored from its node; here it is a *list* of branches, each named by its first
// action, without the branch that is being explored.
//
// Invariants: (1) no sequence of a tree is covered by an earlier one: the first action of a branch is not a weak
// initial of any sequence in a branch to its right; (2) every action is owned by exactly one list; (3) cells are
// taken from a pool and given back to it, nothing else is allocated.
// Owned by the strategy; a list is one number, kept in the node of the execution that it belongs to.
class WakeupForest {
 public:
  using List = std::uint32_t;
  static constexpr List kEmpty = ~List{0};

  // Adds the sequence to the list, unless a leaf of the tree covers it already; tells whether it was added.
  // insert(v, tree) of the paper: descend to the first branch that begins with a weak initial of v, and take this
  // action out of v, for as long as there is one.
  bool insert(List& list, std::span<const Action> v);

  // Takes the first action of the first branch out of the list. `list` becomes the other branches, the result is
  // the list of what follows this action (kEmpty if it was a leaf).
  List take_first(List& list, Action& action);

  // The number of actions in all lists.
  std::size_t size() const { return used_; }

 private:
  struct Cell {
    Action action;
    List children = kEmpty;
    List next = kEmpty;
  };

  std::uint32_t new_cell(const Action& action);
  // Adds v as one branch behind the last one of the list.
  void append_branch(List& list, std::uint32_t last, std::span<const Action> v);

  std::vector<Cell> cells_;
  std::uint32_t free_ = kEmpty;  // linked by Cell::next
  std::size_t used_ = 0;
  std::vector<Action> rest_;     // what is left of v while inserting
};

}  // namespace heddle::explore::dpor
