#include "explore/dpor/wakeup_tree.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::dpor {

void add_evidence(const Action& q, const Initial& initial, const Sequence& v, std::vector<std::uint32_t>& evidence) {
  evidence.push_back(initial.evidence < v.size() ? v.events[initial.evidence] : kNone);
  if (!initial.leaves_no_room) return;
  for (std::size_t i = 0; i < initial.evidence; ++i) {
    if (v.actions[i].location == q.location) evidence.push_back(v.events[i]);
  }
}

WakeupForest::Place WakeupForest::find(List list, const Sequence& v, std::vector<std::uint32_t>& evidence) {
  left_ = &v;
  Place place;
  while (true) {
    // 1. The first branch that begins with a weak initial of what is left.
    place.last = kEmpty;
    std::uint32_t child = list;
    Initial initial;
    for (; child != kEmpty; child = cells_[child].next) {
      initial = find_initial(cells_[child].action, left_->actions);
      add_evidence(cells_[child].action, initial, *left_, evidence);
      if (initial.is_weak_initial) break;
      place.last = child;
    }
    if (child == kEmpty) return place;

    // 2. A leaf covers whatever is left; any branch covers the empty sequence.
    list = cells_[child].children;
    place.above = child;
    if (list == kEmpty) break;
    if (initial.evidence < left_->size()) {
      if (left_->size() == 1) break;
      remove(initial.evidence);
    }
  }
  place.covered = true;
  return place;
}

void WakeupForest::remove(std::size_t index) {
  if (left_ != &rest_) {
    rest_ = *left_;
    left_ = &rest_;
  }
  rest_.actions.erase(rest_.actions.begin() + static_cast<std::ptrdiff_t>(index));
  rest_.events.erase(rest_.events.begin() + static_cast<std::ptrdiff_t>(index));
}

WakeupForest::Leaf WakeupForest::add(List& list, const Place& place, std::span<const Action> branch) {
  std::uint32_t above = kEmpty;
  for (const Action& action : branch) {
    const std::uint32_t cell = new_cell(action);
    cells_[cell].above = above != kEmpty ? above : place.above;
    if (above != kEmpty) {
      cells_[above].children = cell;
    } else if (place.last != kEmpty) {
      cells_[place.last].next = cell;
    } else {
      CHECK(list == kEmpty);
      list = cell;
    }
    above = cell;
  }
  return {above, cells_[above].serial};
}

void WakeupForest::find_path(List cell, std::vector<Action>& path) const {
  path.clear();
  for (; cell != kEmpty; cell = cells_[cell].above) path.push_back(cells_[cell].action);
  std::ranges::reverse(path);
}

void WakeupForest::add_step(List& list, const Action& action) {
  List last = kEmpty;
  for (List cell = list; cell != kEmpty; cell = cells_[cell].next) {
    if (cells_[cell].action.step() == action.step()) return;
    last = cell;
  }
  const List cell = new_cell(action);
  (last == kEmpty ? list : cells_[last].next) = cell;
}

WakeupForest::List WakeupForest::take_first(List& list, Action& action, Ticket& ticket) {
  CHECK(list != kEmpty);
  const std::uint32_t first = list;
  Cell& cell = cells_[first];
  action = cell.action;
  ticket = cell.ticket;
  list = cell.next;
  const List children = cell.children;
  for (List child = children; child != kEmpty; child = cells_[child].next) cells_[child].above = kEmpty;
  cell.serial = 0;
  cell.next = free_;
  free_ = first;
  --used_;
  return children;
}

std::uint32_t WakeupForest::new_cell(const Action& action) {
  ++used_;
  const Cell fresh{.action = action, .serial = ++last_serial_};
  if (free_ == kEmpty) {
    cells_.push_back(fresh);
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }
  const std::uint32_t cell = free_;
  free_ = cells_[cell].next;
  cells_[cell] = fresh;
  return cell;
}

}  // namespace heddle::explore::dpor
