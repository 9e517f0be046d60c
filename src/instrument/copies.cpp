#include "instrument/copies.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Comdat.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

constexpr const char* kSuffix = ".heddle";

// Nobody outside this file refers to it by name: every user of such a function has a copy.
bool is_copy(const llvm::GlobalValue& value) {
  return !value.isDeclaration() && value.hasLinkOnceLinkage() && llvm::isa<llvm::FunctionType>(value.getValueType()) &&
         !is_thread_local_wrapper(value.getName());
}

}  // namespace

void rename_copies(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*, 8> used;
  llvm::collectUsedGlobalVariables(module, used, false);
  llvm::collectUsedGlobalVariables(module, used, true);
  llvm::SmallPtrSet<const llvm::GlobalValue*, 8> kept(used.begin(), used.end());
  // What is in one comdat, such as the two constructors of a class, is renamed together or not at all.
  std::map<std::string, std::vector<llvm::GlobalValue*>> groups;
  for (llvm::GlobalValue& value : module.global_values()) {
    const llvm::Comdat* comdat = value.getComdat();
    if (comdat != nullptr) groups[comdat->getName().str()].push_back(&value);
  }
  for (const auto& [name, members] : groups) {
    const bool all = std::all_of(members.begin(), members.end(), [&](const llvm::GlobalValue* member) {
      return is_copy(*member) && !kept.contains(member);
    });
    if (!all) continue;
    llvm::Comdat* comdat = module.getOrInsertComdat(name + kSuffix);
    comdat->setSelectionKind(members.front()->getComdat()->getSelectionKind());
    for (llvm::GlobalValue* member : members) {
      member->setName(member->getName() + kSuffix);
      if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(member)) object->setComdat(comdat);
    }
  }
}

}  // namespace heddle::instrument
