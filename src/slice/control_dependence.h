#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>

namespace heddle::slice {

// Which branches decide whether a block is reached, in one function (Ferrante, Ottenstein and Warren, TOPLAS 1987): a
// block depends on a branch if it is on every way from one of its edges to the end, and not on every way from the
// branch itself. Ways that have no end are not considered: see halting.h. Where no way has an end, each branch decides
// about everything that can be reached from it.
class ControlDependence {
 public:
  explicit ControlDependence(llvm::Function& function);

  using Branches = llvm::SmallSetVector<const llvm::Instruction*, 4>;
  const Branches& of(const llvm::BasicBlock& block) const;

 private:
  llvm::DenseMap<const llvm::BasicBlock*, Branches> branches_;
};

}  // namespace heddle::slice
