// What clang sees of the pass: -fpass-plugin=libheddle_pass.so. It is built four times, for the four answers to the
// question which code computes with expressions, since a plugin cannot have options.

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "instrument/module.h"
#include "instrument/no_value.h"

namespace {

using SymbolicCode = heddle::instrument::InstrumentPass::SymbolicCode;

// At the start of the pipeline of every level of optimisation: first local variables become registers, so that what is
// left in memory is what the program may share, then the hooks are inserted, then everything is optimised as usual.
void register_pass(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
    passes.addPass(heddle::instrument::MarkNoValuePass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
    passes.addPass(heddle::instrument::InstrumentPass(SymbolicCode::HEDDLE_SYMBOLIC));
  });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle", "1", register_pass};
}
