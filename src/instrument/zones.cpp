#include "instrument/zones.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <vector>

#include "instrument/globals.h"

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kGranule = 8;  // of the table of what may be accessed
constexpr std::uint64_t kSmallest = 16;
constexpr std::uint64_t kLargest = 4096;

void add_zone(llvm::Module& module, llvm::GlobalVariable& variable) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* zone = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), zone_of(variable));
  llvm::StructType* type = llvm::StructType::get(context, {variable.getValueType(), zone});
  auto* with_zone = new llvm::GlobalVariable(
      module, type, false, variable.getLinkage(),
      llvm::ConstantStruct::get(type, {variable.getInitializer(), llvm::Constant::getNullValue(zone)}), "", &variable,
      variable.getThreadLocalMode(), variable.getAddressSpace());
  with_zone->copyAttributesFrom(&variable);
  with_zone->setComdat(variable.getComdat());
  with_zone->setAlignment(std::max(module.getDataLayout().getPreferredAlign(&variable), llvm::Align(kGranule)));
  with_zone->copyMetadata(&variable, 0);
  variable.replaceAllUsesWith(with_zone);
  with_zone->takeName(&variable);
  variable.eraseFromParent();
}

}  // namespace

std::uint64_t zone_of(const llvm::GlobalVariable& variable) {
  if (!is_listed(variable) || variable.hasSection() || variable.isInterposable() ||
      variable.isExternallyInitialized() || variable.hasCommonLinkage() ||
      (variable.hasWeakLinkage() && !variable.hasComdat())) {
    return 0;
  }
  const std::uint64_t size = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  const std::uint64_t rest = (kGranule - size % kGranule) % kGranule;
  return rest + std::clamp(size / 4 / kGranule * kGranule, kSmallest, kLargest);
}

void add_zones(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (zone_of(variable) != 0) variables.push_back(&variable);
  }
  for (llvm::GlobalVariable* variable : variables) add_zone(module, *variable);
}

}  // namespace heddle::instrument
