#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "slice/slice.h"

namespace heddle::slice {

// A program with its slice, and everything computed on the way.
class Analysis {
 public:
  Analysis(llvm::Module& module, Failures failures);

  llvm::Module& module;
  const PointsTo points_to;
  const CallGraph calls;
  const Memory memory;
  const Halting halting;
  const DependenceGraph graph;
  const std::vector<Criterion> criteria;
  const Slice slice;
};

}  // namespace heddle::slice
