#include "instrument/library.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <string>
#include <vector>

#include "abi/library_functions.h"

namespace heddle::instrument {

namespace {

constexpr const char* kVersion = "heddle_lib_";

}  // namespace

bool is_library_version(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) {
    return !function.isDeclaration() && function.getName().starts_with(kVersion);
  });
}

bool is_part_of_runtime(const llvm::Module& module) {
  return llvm::StringRef(module.getSourceFileName()).contains("src/runtime/cxx/");
}

void redirect_library(llvm::Module& module) {
  if (is_library_version(module)) return;
  for (const abi::LibraryFunction& known : abi::kLibraryFunctions) {
    if (!known.has(abi::Trait::kVersion)) continue;
    llvm::Function* function = module.getFunction(known.name);
    if (function == nullptr || !function->isDeclaration()) continue;
    std::vector<llvm::CallBase*> calls;
    for (const llvm::Use& use : function->uses()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      if (call != nullptr && call->isCallee(&use) && call->getFunctionType() == function->getFunctionType())
        calls.push_back(call);
    }
    if (calls.empty()) continue;
    const llvm::FunctionCallee version =
        module.getOrInsertFunction(kVersion + std::string(known.name), function->getFunctionType());
    for (llvm::CallBase* call : calls) {
      call->setCalledFunction(version);
      call->setAttributes({});  // what is promised about the library's version is not true of ours
    }
  }
}

}  // namespace heddle::instrument
