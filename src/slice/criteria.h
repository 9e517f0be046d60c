#pragma once

#include <llvm/Analysis/StackSafetyAnalysis.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "slice/dependence_graph.h"
#include "slice/halting.h"

namespace heddle::slice {

// Which failures the slice is for.
enum class Failures {
  kAssertions,  // assert, abort, error functions, divisions, traps, exceptions, exit codes
  kAll,         // also misuse of memory and of synchronisation, deadlocks and endless loops
};

// An instruction that may fail, and what determines whether it does.
struct Criterion {
  const llvm::Instruction* instruction = nullptr;
  std::vector<Node> needs;
};

// Those of the whole program. Code that Heddle knows nothing about may contain failures, and is a criterion of both
// kinds.
std::vector<Criterion> find_criteria(const llvm::Module& module, const PointsTo& points_to, const Halting& halting,
                                     const llvm::StackSafetyGlobalInfo& safety, Failures failures);

}  // namespace heddle::slice
