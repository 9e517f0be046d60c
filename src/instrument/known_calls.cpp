#include "instrument/known_calls.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/TargetParser/Triple.h>

#include "abi/library_functions.h"
#include "instrument/hooks.h"

namespace heddle::instrument {

namespace {

bool is_synchronisation(llvm::StringRef name) {
  for (const char* family :
       {"pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "pthread_cond_", "pthread_tryjoin_", "pthread_timedjoin_",
        "pthread_clockjoin_", "pthread_testcancel", "pthread_getspecific", "sem_", "mtx_", "cnd_", "tss_get"}) {
    if (name.starts_with(family)) return true;
  }
  return name == "syscall";  // used for futexes
}

bool is_allocation(llvm::StringRef name) {
  return abi::has_trait(name, abi::Trait::kAllocates) || name.starts_with("_Zn") || name.starts_with("_Zd");
}

// The part of the C library that LLVM knows nothing about and that reads no more than the pass looks at.
bool is_other_libc(llvm::StringRef name) {
  return abi::has_trait(name, abi::Trait::kDirect) || name.starts_with("pthread_") || name.starts_with("thrd_");
}

// What the C++ library and the compiler's support library do not define in headers.
bool is_cxx_library(llvm::StringRef name) {
  for (const char* prefix : {"_ZNSt", "_ZNKSt", "_ZSt", "_Zn", "_Zd", "__cxa_", "_ZN9__gnu_cxx", "__atomic_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

bool is_known_to_llvm(llvm::StringRef name) {
  static const llvm::TargetLibraryInfoImpl library(llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  return library.getLibFunc(name, function);
}

}  // namespace

llvm::Function* called_function(const llvm::CallBase& call) {
  auto* function = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return function != nullptr && function->hasFnAttribute(llvm::Attribute::Naked) ? nullptr : function;
}

bool is_real_call(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return false;
  const llvm::Function* callee = called_function(call);
  return callee == nullptr || !(callee->isIntrinsic() || is_hook(callee->getName()));
}

bool only_computes(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  return call.doesNotAccessMemory() || (callee != nullptr && llvm::canConstantFoldCallTo(&call, callee));
}

bool is_thread_local_wrapper(llvm::StringRef name) { return name.starts_with("_ZTW") || name.starts_with("_ZTH"); }

bool is_library_function(llvm::StringRef name) {
  return is_other_libc(name) || is_synchronisation(name) || is_known_to_llvm(name) || is_cxx_library(name);
}

bool only_yields(llvm::StringRef name) { return abi::has_trait(name, abi::Trait::kYields); }

bool may_wait(llvm::StringRef name) {
  return abi::has_trait(name, abi::Trait::kPauses) || is_synchronisation(name) || is_allocation(name) ||
         !is_library_function(name);
}

}  // namespace heddle::instrument
