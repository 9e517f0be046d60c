#pragma once

#include <llvm/ADT/DenseSet.h>

#include <vector>

#include "slice/criteria.h"
#include "slice/dependence_graph.h"
#include "slice/walk_back.h"

namespace heddle::slice {

// The part of a program that can influence whether one of the criteria fails (section 6.1 of the paper): the smallest
// set that contains the criteria, everything that its members depend on, and everything that may halt a thread before
// it reaches a member.
class Slice {
 public:
  Slice(const llvm::Module& module, const DependenceGraph& graph, const CallGraph& calls, const Halting& halting,
        const std::vector<Criterion>& criteria);

  bool contains(const llvm::Instruction& instruction) const { return instructions_.contains(&instruction); }
  // Can a criterion be reached from here in this thread, or in one that it will create? In any call stack, or without
  // returning from this function.
  bool is_criterion_ahead(const llvm::Instruction& here) const { return criterion_ahead_.contains(here); }
  bool is_criterion_ahead_in_frame(const llvm::Instruction& here) const {
    return criterion_ahead_.reaches_in_frame(here);
  }
  // The same for everything in the slice.
  bool is_slice_ahead(const llvm::Instruction& here) const { return slice_ahead_.contains(here); }

 private:
  void add(const Node& node);
  void add_in_order(const llvm::Instruction& instruction);
  void add_halt(const llvm::Instruction& instruction);
  void close();

  const DependenceGraph& graph_;
  const Halting& halting_;
  llvm::DenseSet<Node> nodes_;
  std::vector<Node> worklist_;
  llvm::DenseSet<const llvm::Instruction*> instructions_;
  WalkBack before_;
  WalkBack criterion_ahead_;
  WalkBack slice_ahead_;
};

}  // namespace heddle::slice
