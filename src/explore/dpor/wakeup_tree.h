#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/dpor/action.h"
#include "explore/dpor/history.h"
#include "explore/strategy.h"

namespace heddle::explore::dpor {

// A sequence of actions, each with the event of the current execution that it comes from.
struct Sequence {
  std::vector<Action> actions;
  std::vector<std::uint32_t> events;

  std::size_t size() const { return actions.size(); }
  void clear() {
    actions.clear();
    events.clear();
  }
  void push_back(const Action& action, std::uint32_t event) {
    actions.push_back(action);
    events.push_back(event);
  }
  void pop_back() {
    actions.pop_back();
    events.pop_back();
  }
};

// Appends the events of v that decided whether q is a weak initial of it; kNone if it was that there is none.
void add_evidence(const Action& q, const Initial& initial, const Sequence& v, std::vector<std::uint32_t>& evidence);

// The wakeup trees of all nodes of the current execution (JACM 2017, section 6). A wakeup tree is an ordered tree
// of sequences that are to be explored from its node; here it is a *list* of branches, each named by its first
// action, without the branch that is being explored.
//
// Invariants: (1) no sequence of a tree is covered by an earlier one: the first action of a branch is not a weak
// initial of any sequence in a branch to its right; (2) branches are added after the others, and nothing is ever added
// below a leaf; (3) every action is owned by exactly one list; (4) cells are taken from a pool and returned to it;
// nothing else is allocated. Owned by the strategy; a list is one number, kept in the node of the execution that it
// belongs to.
class WakeupForest {
 public:
  using List = std::uint32_t;
  static constexpr List kEmpty = ~List{0};

  // Where a sequence v belongs in a list: insert(v, tree) of the paper descends to the first branch that begins with a
  // weak initial of v, and removes this action from v, for as long as there is one.
  struct Place {
    bool covered = false;  // a leaf was reached: v needs no branch of its own
    List above = kEmpty;   // otherwise, it belongs below this action (kEmpty: at the top),
    List last = kEmpty;    // after this sibling (kEmpty: there is none)
  };

  // The end of a branch. Nothing is ever added below it, so there will be a run for it.
  struct Leaf {
    std::uint32_t cell = 0;
    std::uint64_t serial = 0;  // cells are reused
  };

  // In addition to the result, leaves what remains of v in rest(), and appends to `evidence` all events of v that
  // decided which branches to enter and which not. If an action that does not occur in v was entered, the decision was
  // that v has nothing dependent with it: then it appends kNone.
  Place find(List list, const Sequence& v, std::vector<std::uint32_t>& evidence);
  // Valid until v or the forest changes.
  const Sequence& rest() const { return *left_; }

  // Adds a branch at a place found in this list, before any other change to it.
  Leaf add(List& list, const Place& place, std::span<const Action> branch);

  // Adds a branch of one action after the others, unless one begins with this step. It may be covered by others.
  void add_step(List& list, const Action& action);

  // Removes the first action of the first branch from the list. `list` becomes the other branches, the result is the
  // list of what follows this action (kEmpty if it was a leaf). `ticket` is what was marked there.
  List take_first(List& list, Action& action, Ticket& ticket);

  // Is the leaf still in its tree?
  bool contains(const Leaf& leaf) const { return cells_[leaf.cell].serial == leaf.serial; }
  // The actions that lead to it from the top of its tree.
  void find_path(const Leaf& leaf, std::vector<Action>& path) const { find_path(leaf.cell, path); }
  void find_path(List cell, std::vector<Action>& path) const;
  // Its run has been planned.
  void mark(const Leaf& leaf, Ticket ticket) { cells_[leaf.cell].ticket = ticket; }

  // Removes all lists.
  void clear() {
    cells_.clear();
    free_ = kEmpty;
    used_ = 0;
  }

  // The number of branches of a list.
  std::size_t branches(List list) const {
    std::size_t count = 0;
    for (; list != kEmpty; list = cells_[list].next) ++count;
    return count;
  }

  // The number of actions in all lists.
  std::size_t size() const { return used_; }

 private:
  struct Cell {
    Action action;
    List children = kEmpty;
    List next = kEmpty;
    List above = kEmpty;
    std::uint64_t serial = 0;  // none while it is free
    Ticket ticket = 0;
  };

  std::uint32_t new_cell(const Action& action);
  // Removes the element from rest().
  void remove(std::size_t index);

  std::vector<Cell> cells_;
  std::uint32_t free_ = kEmpty;  // linked by Cell::next
  std::size_t used_ = 0;
  std::uint64_t last_serial_ = 0;
  const Sequence* left_ = nullptr;  // rest(): v itself, or
  Sequence rest_;                   // what remains of it once something has been removed
};

}  // namespace heddle::explore::dpor
