#include "instrument/unsupported.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <vector>

namespace heddle::instrument {

namespace {

// The name of the instruction; empty if it is not one of these.
llvm::StringRef name_of(const llvm::CallBase& call) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    for (const char* name : {"rdtsc", "rdrand", "rdseed", "rdpmc", "cpuid"}) {
      if (llvm::StringRef(assembly->getAsmString()).contains(name)) return name;
    }
    return {};
  }
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::readcyclecounter:
    case llvm::Intrinsic::x86_rdtsc:
    case llvm::Intrinsic::x86_rdtscp: return "rdtsc";
    case llvm::Intrinsic::x86_rdpmc: return "rdpmc";
    case llvm::Intrinsic::x86_rdrand_16:
    case llvm::Intrinsic::x86_rdrand_32:
    case llvm::Intrinsic::x86_rdrand_64: return "rdrand";
    case llvm::Intrinsic::x86_rdseed_16:
    case llvm::Intrinsic::x86_rdseed_32:
    case llvm::Intrinsic::x86_rdseed_64: return "rdseed";
    default: return {};
  }
}

}  // namespace

void refuse_runtimes(llvm::Module& module) {
  constexpr std::pair<const char*, const char*> kRuntimes[] = {
      {"__kmpc_fork", "OpenMP"},
      {"GOMP_parallel", "OpenMP"},
      {"_ZN3tbb", "TBB (also below std::execution::par)"},
  };
  for (const auto& [prefix, runtime] : kRuntimes) {
    for (const llvm::Function& function : module) {
      if (!function.isDeclaration() || function.use_empty() || !function.getName().starts_with(prefix)) continue;
      module.getContext().emitError(llvm::Twine("heddle: ") + runtime +
                                    " is not supported: its threads cannot be controlled");
      break;
    }
  }
}

void name_instructions(llvm::Module& module, Places& places) {
  std::vector<llvm::CallBase*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && !name_of(*call).empty()) found.push_back(call);
    }
  }
  llvm::LLVMContext& context = module.getContext();
  for (llvm::CallBase* call : found) {
    llvm::IRBuilder<> builder(call);
    const llvm::FunctionCallee hook = module.getOrInsertFunction("__heddle_instruction", llvm::Type::getVoidTy(context),
                                                                 builder.getPtrTy(), builder.getPtrTy());
    builder.CreateCall(hook, {places.text(name_of(*call).str()), places.at(*call)});
  }
}

}  // namespace heddle::instrument
