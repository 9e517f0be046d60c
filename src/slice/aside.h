#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <set>
#include <string>
#include <vector>

#include "slice/slice.h"

namespace heddle::slice {

// The global variables of a program that can be set aside (docs/slicing.md): what they hold has no influence on the
// *kept* instructions, which are
// 1. the slice,
// 2. everything a thread does that is announced to the runtime: accesses to other memory, calls of functions without a
//    body, and decisions on values that may come from there,
// 3. everything that these depend on.
// So threads take the same steps in every order of the accesses to these variables.
class Aside {
 public:
  Aside(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const Halting& halting,
        const DependenceGraph& graph, const std::vector<Criterion>& criteria);

  // By the names that the pass uses for them, sorted.
  std::vector<std::string> names() const;

 private:
  using Values = llvm::DenseSet<const llvm::Value*>;

  // Is it only ever loaded, stored and changed by name, and by nobody outside the program?
  static bool can_be(const llvm::GlobalVariable& variable, const PointsTo& points_to);
  // Those needed for what is kept are not set aside. True if there were any.
  bool drop_needed(const llvm::Module& module, const Slice& kept);
  Values symbolic(const llvm::Module& module) const;
  static bool uses(const llvm::Instruction& instruction, const Values& values);
  // Is it kept for the second reason?
  bool is_told(const llvm::Instruction& instruction, const Values& symbolic) const;
  const llvm::GlobalVariable* variable_of(const llvm::Instruction& access) const;

  llvm::DenseSet<const llvm::GlobalVariable*> variables_;
  std::set<std::string> names_;
};

}  // namespace heddle::slice
