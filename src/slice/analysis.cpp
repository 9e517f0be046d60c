#include "slice/analysis.h"

#include <llvm/Analysis/StackSafetyAnalysis.h>

#include "slice/llvm_analyses.h"

namespace heddle::slice {

namespace {

std::vector<Criterion> criteria_of(llvm::Module& module, const PointsTo& points_to, const Halting& halting,
                                   Failures failures) {
  LlvmAnalyses analyses;
  return find_criteria(module, points_to, halting, analyses.modules.getResult<llvm::StackSafetyGlobalAnalysis>(module),
                       failures);
}

}  // namespace

Analysis::Analysis(llvm::Module& program, Failures failures)
    : module(program),
      points_to(program),
      calls(program, points_to),
      memory(program, points_to),
      halting(program, points_to, calls),
      graph(program, points_to, calls, memory),
      criteria(criteria_of(program, points_to, halting, failures)),
      slice(program, graph, calls, halting, criteria) {}

}  // namespace heddle::slice
