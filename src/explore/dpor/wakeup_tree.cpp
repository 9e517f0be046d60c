#include "explore/dpor/wakeup_tree.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::dpor {

bool WakeupForest::insert(List& list, std::span<const Action> v) {
  std::uint32_t parent = kEmpty;  // the cell whose children are walked; none for `list` itself
  bool copied = false;
  while (true) {
    std::uint32_t last = kEmpty;
    std::uint32_t child = parent == kEmpty ? list : cells_[parent].children;
    while (child != kEmpty && !weak_initial(cells_[child].action, v)) {
      last = child;
      child = cells_[child].next;
    }
    if (child == kEmpty) {
      // append_branch may move the cells, so the list head is passed by value.
      List head = parent == kEmpty ? list : cells_[parent].children;
      append_branch(head, last, v);
      (parent == kEmpty ? list : cells_[parent].children) = head;
      return true;
    }
    if (cells_[child].children == kEmpty) return false;

    const auto same_thread = [&](const Action& a) { return a.thread == cells_[child].action.thread; };
    const auto at = std::find_if(v.begin(), v.end(), same_thread);
    if (at != v.end()) {
      if (v.size() == 1) return false;
      const auto index = at - v.begin();
      if (!copied) {
        rest_.assign(v.begin(), v.end());
        v = rest_;
        copied = true;
      }
      Action* first = rest_.data() + (rest_.size() - v.size());
      std::copy_backward(first, first + index, first + index + 1);
      v = v.subspan(1);
    }
    parent = child;
  }
}

void WakeupForest::append_branch(List& list, std::uint32_t last, std::span<const Action> v) {
  std::uint32_t above = kEmpty;
  for (const Action& action : v) {
    const std::uint32_t cell = new_cell(action);
    if (above != kEmpty) {
      cells_[above].children = cell;
    } else if (last != kEmpty) {
      cells_[last].next = cell;
    } else {
      list = cell;
    }
    above = cell;
  }
}

WakeupForest::List WakeupForest::take_first(List& list, Action& action) {
  CHECK(list != kEmpty);
  const std::uint32_t first = list;
  Cell& cell = cells_[first];
  action = cell.action;
  list = cell.next;
  const List children = cell.children;
  cell.next = free_;
  free_ = first;
  --used_;
  return children;
}

std::uint32_t WakeupForest::new_cell(const Action& action) {
  ++used_;
  if (free_ == kEmpty) {
    cells_.push_back({action, kEmpty, kEmpty});
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }
  const std::uint32_t cell = free_;
  free_ = cells_[cell].next;
  cells_[cell] = {action, kEmpty, kEmpty};
  return cell;
}

}  // namespace heddle::explore::dpor
