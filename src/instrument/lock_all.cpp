#include "instrument/lock_all.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/EscapeEnumerator.h>

#include <string>

namespace heddle::instrument {

namespace {

// "void std::lock<std::mutex, std::unique_lock<std::mutex> >(...)": its own attempts on locks of the library, which
// have no other effect.
bool is_lock_all(llvm::StringRef name) {
  if (!name.starts_with("_ZSt4lockI")) return false;
  const std::string text = llvm::demangle(name);
  llvm::StringRef types = llvm::StringRef(text).split("std::lock<").second.split(">(").first;
  // Every name that does not continue another one begins with std.
  for (std::size_t at = 0; at < types.size();) {
    const llvm::StringRef rest = types.drop_front(at);
    const std::size_t size = rest.find_first_of("<>, ");
    if (size != 0 && !rest.starts_with("std::")) return false;
    at += size == llvm::StringRef::npos ? rest.size() : size + 1;
  }
  return true;
}

}  // namespace

void mark_lock_all(llvm::Function& function, const Hooks& hooks) {
  if (!is_lock_all(function.getName())) return;
  llvm::EscapeEnumerator exits(function, "locked_all", /*HandleExceptions=*/true);
  while (llvm::IRBuilder<>* at_exit = exits.Next()) at_exit->CreateCall(hooks.locked_all);
  llvm::IRBuilder<> at_entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  at_entry.CreateCall(hooks.lock_all);
}

}  // namespace heddle::instrument
