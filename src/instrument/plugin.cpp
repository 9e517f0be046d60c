// What clang sees of the pass: -fpass-plugin=libheddle_pass.so. It has an option, which clang knows only if it loads
// the plugin before it parses its options: "-Xclang -load -Xclang libheddle_pass.so -Xclang -mllvm -Xclang
// -heddle-symbolic=always".

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "abi/symbolic_code.h"
#include "instrument/bounded_turns.h"
#include "instrument/counters.h"
#include "instrument/divisions.h"
#include "instrument/exchanges.h"
#include "instrument/helpers.h"
#include "instrument/joined_ways.h"
#include "instrument/late.h"
#include "instrument/module.h"
#include "instrument/no_value.h"
#include "instrument/pauses.h"
#include "instrument/pausing_calls.h"
#include "instrument/updates.h"

namespace {

using heddle::abi::SymbolicCode;

llvm::cl::OptionEnumValue named(SymbolicCode code) { return {heddle::abi::name(code), static_cast<int>(code), ""}; }

const llvm::cl::opt<SymbolicCode> symbolic_code(
    heddle::abi::kSymbolicCodeOption, llvm::cl::desc("Which code computes with expressions of values"),
    llvm::cl::init(SymbolicCode::kIfInputs),
    llvm::cl::values(named(SymbolicCode::kIfInputs), named(SymbolicCode::kAlways), named(SymbolicCode::kLocals),
                     named(SymbolicCode::kMeetings), named(SymbolicCode::kNever)));

// At the start of the pipeline at every optimisation level: first local variables become registers, so that what is
// left in memory is what the program may share, then the hooks are inserted, then everything is optimised as usual.
void register_pass(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
    passes.addPass(heddle::instrument::InlineCountersPass());
    passes.addPass(heddle::instrument::ExpandExchangesPass());
    passes.addPass(heddle::instrument::InlineHelpersPass());
    passes.addPass(heddle::instrument::InlinePausesPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::PlainCountersPass()));
    passes.addPass(heddle::instrument::MarkNoValuePass());
    if (level == llvm::OptimizationLevel::O0)
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::KeepDivisionsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::ExpandKeptPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::SeparateWaysPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::ForgetPausesPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::BoundedTurnsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(heddle::instrument::UpdatesPass()));
    passes.addPass(heddle::instrument::InstrumentPass(symbolic_code));
  });
  builder.registerOptimizerLastEPCallback(heddle::instrument::add_late_passes);
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle", "1", register_pass};
}
