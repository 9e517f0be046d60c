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

// What one node on the stack of a depth-first search knows for this: its finished branches, and the runs made in them.
// `runs` are those that the search has finished.
class FinishedBranches {
 public:
  explicit FinishedBranches(std::uint64_t runs = 0) : runs_before_node_(runs), runs_before_branch_(runs) {}

  // The current branch is finished, and another one begins.
  void begin_branch(std::uint64_t runs) {
    ++count_;
    runs_before_branch_ = runs;
  }
  void add_to(TreeEstimate& estimate, std::uint64_t branches_left) const {
    estimate.add(runs_before_branch_ - runs_before_node_, count_, branches_left);
  }

 private:
  std::uint64_t runs_before_node_;
  std::uint64_t runs_before_branch_;
  std::uint64_t count_ = 0;
};

// For a search that runs some traces several times: the share of new ones is expected to stay as it is.
inline double expected_traces(const TreeEstimate& estimate, std::uint64_t traces, std::uint64_t runs) {
  return runs == 0 ? 0 : estimate.runs() * static_cast<double>(traces) / static_cast<double>(runs);
}

}  // namespace heddle::explore
