#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include "slice/call_graph.h"
#include "slice/points_to.h"

namespace heddle::slice {

// The instructions after which the thread may never continue, or only later: operations that wait, ends, branches that
// leave loops not known to terminate, calls of functions that may call themselves, and everything unknown. What comes
// after them depends on them: `while (!flag); assert(x);` reads x after flag was set.
class Halting {
 public:
  Halting(llvm::Module& module, const PointsTo& points_to, const CallGraph& calls);

  bool contains(const llvm::Instruction& instruction) const { return instructions_.contains(&instruction); }
  // Among them, calls that may lead back to their own function.
  bool is_recursive(const llvm::CallBase& call) const { return recursive_.contains(&call); }

 private:
  void add_calls(const llvm::Function& function, const PointsTo& points_to);
  void add_loops(llvm::Function& function);
  void add_recursion(const llvm::Module& module, const CallGraph& calls);

  llvm::DenseSet<const llvm::Instruction*> instructions_;
  llvm::DenseSet<const llvm::CallBase*> recursive_;
};

}  // namespace heddle::slice
