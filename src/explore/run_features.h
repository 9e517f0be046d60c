#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "explore/branch_counts.h"
#include "explore/edge_set.h"
#include "symbolic/expressions.h"
#include "trace/operation.h"
#include "trace/trace.h"

namespace heddle::explore {

// What tells the runs of a program with inputs apart, as fuzzers see them: which edges of the control flow were taken,
// and how often. Where they are not counted (models), which decision came after which, and how often each was made, in
// powers of two.
class RunFeatures {
 public:
  explicit RunFeatures(const symbolic::Expressions* expressions) : branches_(expressions) {}

  // Does the run have one that no earlier run had?
  bool observe(const trace::Trace& trace) {
    bool is_new = branches_.observe(trace);
    if (!trace.edges.empty()) return edges_.add(trace.edges) != 0 || is_new;
    times_.clear();
    std::uint64_t previous = 0;
    for (const trace::Operation& op : trace.operations) {
      if (op.kind != trace::OpKind::kBranch) continue;
      const std::uint64_t branch = branches_.branch_of(op, op.choice);
      ++times_[branch];
      if (seen_.insert(base::mix(base::mix(previous) + branch)).second) is_new = true;
      previous = branch;
    }
    for (const auto& [branch, times] : times_) {
      const auto power = static_cast<std::uint64_t>(std::bit_width(times));
      if (seen_.insert(base::mix(~branch) + power).second) is_new = true;
    }
    return is_new;
  }

  const BranchCounts& branches() const { return branches_; }

 private:
  BranchCounts branches_;
  EdgeSet edges_;
  std::unordered_set<std::uint64_t> seen_;
  std::unordered_map<std::uint64_t, std::uint32_t> times_;  // in this run
};

}  // namespace heddle::explore
