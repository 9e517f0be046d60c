#include "instrument/globals.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <vector>

#include "instrument/source.h"
#include "instrument/types.h"
#include "instrument/zones.h"

namespace heddle::instrument {

bool is_listed(const llvm::GlobalVariable& variable) {
  return !variable.isDeclaration() && !variable.hasAvailableExternallyLinkage() && !variable.isConstant() &&
         !variable.isThreadLocal() && !variable.hasPrivateLinkage() && !variable.getName().starts_with("llvm.") &&
         variable.getAddressSpace() == 0;
}

void list_globals(llvm::Module& module, Places& places) {
  llvm::LLVMContext& context = module.getContext();
  llvm::PointerType* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  llvm::StructType* entry_type = llvm::StructType::get(context, {pointer, word, pointer, pointer, word});
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (is_listed(variable)) variables.push_back(&variable);
  }
  std::vector<llvm::GlobalValue*> entries;
  entries.reserve(variables.size());
  for (llvm::GlobalVariable* variable : variables) {
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(variable->getValueType());
    const llvm::DIGlobalVariable* known = debug_information(*variable);
    llvm::Constant* type = llvm::ConstantPointerNull::get(pointer);
    if (known != nullptr) type = places.text(type_text(known->getType(), size));
    llvm::Constant* content = llvm::ConstantStruct::get(
        entry_type, {variable, llvm::ConstantInt::get(word, size), places.text(name_of(*variable)), type,
                     llvm::ConstantInt::get(word, zone_of(*variable))});
    auto* entry =
        new llvm::GlobalVariable(module, entry_type, true, llvm::GlobalValue::PrivateLinkage, content, "heddle_global");
    entry->setSection("heddle_globals");
    entry->setAlignment(llvm::Align(8));
    entry->setComdat(variable->getComdat());
    entries.push_back(entry);
  }
  llvm::appendToUsed(module, entries);
}

}  // namespace heddle::instrument
