#include "instrument/barriers.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace heddle::instrument {

void pass_barriers(llvm::Module& module) {
  const llvm::Function* wait = module.getFunction("pthread_barrier_wait");
  if (wait == nullptr || !wait->isDeclaration()) return;
  std::vector<llvm::CallBase*> unused;
  for (const llvm::Use& use : wait->uses()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call != nullptr && call->isCallee(&use) && call->use_empty()) unused.push_back(call);
  }
  for (llvm::CallBase* call : unused)
    call->setCalledFunction(module.getOrInsertFunction("heddle_pass_barrier", call->getFunctionType()));
}

}  // namespace heddle::instrument
