#pragma once

#include <cstdint>

namespace heddle::explore {

// How many runs a depth-first search will make in total, as far as its stack shows (Kilby, Slaney, Thiebaux, Walsh:
// "Estimating Search Tree Size", AAAI 2006, the recursive estimator): at each node, a remaining branch is expected to
// be as large as the finished ones are on average, and the current one as large as its own estimate. Branches that are
// not known yet are not included.
class TreeEstimate {
 public:
  // Called for one node after another, from the deepest one up. `runs` were made in the finished branches.
  void add(std::uint64_t runs, std::uint64_t branches_done, std::uint64_t branches_left) {
    const double known = static_cast<double>(runs) + below_;
    below_ = known + static_cast<double>(branches_left) * known / static_cast<double>(branches_done + 1);
  }

  // The total number of runs from the node added last.
  double runs() const { return below_; }

 private:
  double below_ = 1;  // the run at the end of the stack
};

}  // namespace heddle::explore
