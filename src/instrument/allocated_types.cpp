#include "instrument/allocated_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/known_calls.h"
#include "instrument/types.h"

namespace heddle::instrument {

namespace {

constexpr const char* kSite = "heapallocsite";  // set by clang, for `new`
constexpr std::uint64_t kBitsOfByte = 8;

bool allocates(llvm::StringRef name) {
  return name.starts_with("_Znw") || name.starts_with("_Zna") || name == "malloc" || name == "calloc" ||
         name == "realloc" || name == "reallocarray" || name == "aligned_alloc" || name == "memalign";
}

// What a pointer variable points to; null if it is not one.
const llvm::DIType* pointee(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    type = derived->getBaseType();
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return type;
  }
  return nullptr;
}

const llvm::DIType* of_variable(llvm::CallBase& call) {
  llvm::SmallVector<llvm::DbgValueInst*, 2> values;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgValues(values, &call, &records);
  for (const llvm::DbgVariableRecord* record : records)
    if (const llvm::DIType* type = pointee(record->getVariable()->getType())) return type;
  for (const llvm::DbgValueInst* value : values)
    if (const llvm::DIType* type = pointee(value->getVariable()->getType())) return type;
  return nullptr;
}

// std::allocator<T> allocates through a function of __new_allocator<T>.
const llvm::DIType* of_allocator(const llvm::CallBase& call) {
  const llvm::DISubprogram* function = call.getFunction()->getSubprogram();
  if (function == nullptr) return nullptr;
  const auto* scope = llvm::dyn_cast_or_null<llvm::DICompositeType>(function->getScope());
  const bool is_allocator = scope != nullptr && (scope->getName().starts_with("__new_allocator<") ||
                                                 scope->getName().starts_with("new_allocator<"));
  return is_allocator ? template_argument(*scope) : nullptr;
}

const llvm::DIType* allocated_by(llvm::CallBase& call) {
  if (const auto* type = llvm::dyn_cast_or_null<llvm::DIType>(call.getMetadata(kSite))) return type;
  if (const llvm::DIType* type = of_allocator(call)) return type;
  return of_variable(call);
}

std::uint64_t size_of(const llvm::DIType* type) {
  while (type->getSizeInBits() == 0) {
    const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
    if (derived == nullptr || derived->getBaseType() == nullptr) return 0;
    type = derived->getBaseType();
  }
  return type->getSizeInBits() / kBitsOfByte;
}

}  // namespace

llvm::Constant* AllocatedTypes::type_of(llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr || !allocates(callee->getName())) return nullptr;
  const llvm::DIType* type = allocated_by(call);
  return type == nullptr || size_of(type) == 0 ? nullptr : constant(*type);
}

llvm::Constant* AllocatedTypes::constant(const llvm::DIType& type) {
  llvm::Constant*& known = types_[&type];
  if (known != nullptr) return known;
  const std::uint64_t size = size_of(&type);
  llvm::Constant* content =
      llvm::ConstantStruct::getAnon({places_.text(type_name(&type)), places_.text(type_text(&type, size)),
                                     llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()), size)});
  auto* variable = new llvm::GlobalVariable(module_, content->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                            content, "heddle_type");
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return known = variable;
}

}  // namespace heddle::instrument
