#pragma once

#include <cstdint>

namespace heddle::explore {

// How many runs a depth-first search will make in all, as far as its stack can tell (Kilby, Slaney, Thiebaux, Walsh:
// "Estimating Search Tree Size", AAAI 2006, the recursive estimator): at each node, a branch that is left is expected
// to be as large as those that are done on average, and the one that is being explored as large as it is estimated
// itself. Branches that nobody knows of yet are not in it.
class TreeEstimate {
 public:
  // One node after the other, from the deepest one up. `runs` were made in the branches that are done.
  void add(std::uint64_t runs, std::uint64_t branches_done, std::uint64_t branches_left) {
    const double known = static_cast<double>(runs) + below_;
    below_ = known + static_cast<double>(branches_left) * known / static_cast<double>(branches_done + 1);
  }

  // Of all runs from the node that was added last.
  double runs() const { return below_; }

 private:
  double below_ = 1;  // the run at the end of the stack
};

}  // namespace heddle::explore
