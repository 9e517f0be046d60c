#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "symbolic/expressions.h"
#include "trace/operation.h"
#include "trace/trace.h"

namespace heddle::explore {

// How often the branches in the program text were taken: places with a decision, and their outcomes. Indices and sizes
// are decisions, too, but their individual values are not separate branches: they count together.
class BranchCounts {
 public:
  explicit BranchCounts(const symbolic::Expressions* expressions) : expressions_(expressions) {}

  // Does the run take a branch for the first time?
  bool observe(const trace::Trace& trace) {
    if (expressions_ == nullptr) return false;
    bool is_new = false;
    for (const trace::Operation& op : trace.operations) {
      if (op.kind == trace::OpKind::kBranch && take(op)) is_new = true;
    }
    return is_new;
  }

  // How often a decision at this place had this outcome.
  std::uint32_t taken(const trace::Operation& decision, std::int32_t outcome) const {
    const std::uint32_t side = side_of(decision, outcome);
    if (side < kSides) {
      const std::size_t at = index_of(decision) + side;
      return at < few_.size() ? few_[at] : 0;
    }
    const auto found = many_.find(key_of(decision, side));
    return found == many_.end() ? 0 : found->second;
  }

  // The outcome as a branch in the program text, with its place.
  std::uint64_t branch_of(const trace::Operation& decision, std::int32_t outcome) const {
    return key_of(decision, side_of(decision, outcome));
  }

 private:
  static constexpr std::size_t kSides = 4;  // outcomes that are found without a search
  static constexpr std::uint32_t kSidesOfWhole = 2;

  // Does it choose which way to go, rather than a number?
  bool chooses_way(const trace::Operation& decision) const {
    const symbolic::Node& node = (*expressions_)[trace::unpack_branch(decision.operand).expression];
    if (node.width == 1 || node.kind == symbolic::Kind::kSelect) return true;
    return node.kind == symbolic::Kind::kZeroExtend && expressions_->width(node.a) == 1;
  }
  // Whether a whole text is a word is decided at the same place as what its bytes are: they are different branches.
  std::uint32_t side_of(const trace::Operation& decision, std::int32_t outcome) const {
    if (!chooses_way(decision)) return 0;
    const bool is_whole =
        (*expressions_)[trace::unpack_branch(decision.operand).expression].kind == symbolic::Kind::kAnd;
    return static_cast<std::uint32_t>(outcome) + (is_whole ? kSidesOfWhole : 0);
  }
  static std::size_t index_of(const trace::Operation& decision) {
    return (decision.place.valid() ? decision.place.index() + 1 : 0) * kSides;
  }
  static std::uint64_t key_of(const trace::Operation& decision, std::uint32_t side) {
    return (std::uint64_t{decision.place.value} << 32) | side;
  }

  bool take(const trace::Operation& op) {
    if (trace::unpack_branch(op.operand).mode == trace::BranchMode::kFix) return false;
    const std::uint32_t side = side_of(op, op.choice);
    if (side >= kSides) return ++many_[key_of(op, side)] == 1;
    const std::size_t at = index_of(op) + side;
    if (few_.size() <= at) few_.resize(std::max(at + 1, 2 * few_.size()));
    return ++few_[at] == 1;
  }

  const symbolic::Expressions* expressions_;
  std::vector<std::uint32_t> few_;  // by place and outcome
  std::unordered_map<std::uint64_t, std::uint32_t> many_;
};

}  // namespace heddle::explore
