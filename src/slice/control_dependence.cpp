#include "slice/control_dependence.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace heddle::slice {

namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// The blocks from which there is a way to the end of the function.
Blocks with_an_end(const llvm::Function& function) {
  Blocks found;
  for (const llvm::BasicBlock& block : function) {
    if (!llvm::succ_empty(&block)) continue;
    for (const llvm::BasicBlock* before : llvm::inverse_depth_first(&block)) found.insert(before);
  }
  return found;
}

}  // namespace

ControlDependence::ControlDependence(llvm::Function& function) {
  const llvm::PostDominatorTree tree(function);
  const Blocks ending = with_an_end(function);
  for (llvm::BasicBlock& block : function) {
    const llvm::Instruction* branch = block.getTerminator();
    if (branch->getNumSuccessors() < 2) continue;
    if (!ending.contains(&block)) {
      for (const llvm::BasicBlock* after : llvm::depth_first(&block)) branches_[after].insert(branch);
      continue;
    }
    const llvm::DomTreeNode* own = tree.getNode(&block);
    const llvm::DomTreeNode* stop = own == nullptr ? nullptr : own->getIDom();
    for (llvm::BasicBlock* next : llvm::successors(&block)) {
      if (!ending.contains(next)) {  // what has no end decides for itself what follows
        for (const llvm::BasicBlock* after : llvm::depth_first(next)) branches_[after].insert(branch);
        continue;
      }
      for (const llvm::DomTreeNode* node = tree.getNode(next); node != nullptr && node != stop;
           node = node->getIDom()) {
        if (node->getBlock() != nullptr) branches_[node->getBlock()].insert(branch);
      }
    }
  }
}

const ControlDependence::Branches& ControlDependence::of(const llvm::BasicBlock& block) const {
  static const Branches none;
  const auto known = branches_.find(&block);
  return known == branches_.end() ? none : known->second;
}

}  // namespace heddle::slice
