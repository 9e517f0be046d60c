#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "abi/symbolic.h"
#include "instrument/shadows.h"

// Loads from addresses that depend on inputs: the content of the object may be one expression.

namespace heddle::instrument {

using symbolic::Kind;

namespace {

constexpr unsigned kByteBits = 8;

// The object that an address points into, as far as the code shows it.
struct Object {
  llvm::Value* begin = nullptr;
  std::uint64_t size = 0;
};

Object object_of(const llvm::Value& address, const llvm::DataLayout& layout) {
  auto* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(&address, 0));
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base)) {
    const auto size = variable->getAllocationSize(layout);
    return size && variable->isStaticAlloca() ? Object{variable, size->getFixedValue()} : Object{};
  }
  llvm::Value* variable = base;
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(base);
      call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    variable = call->getArgOperand(0);
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(variable);
  // Others may have a different size.
  if (global == nullptr || !global->hasDefinitiveInitializer()) return {};
  return {base, layout.getTypeAllocSize(global->getValueType()).getFixedValue()};
}

}  // namespace

llvm::Value* Shadows::table(llvm::LoadInst& load) {
  llvm::Value* address = load.getPointerOperand();
  // A pointer chosen by an index is needed as a pointer: it is the index that is decided.
  if (load.isAtomic() || load.isVolatile() || !load.getType()->isIntegerTy() || !taints(&load) || !taints(address))
    return nullptr;
  const unsigned width = width_of(*load.getType());
  const std::uint64_t size = load.getDataLayout().getTypeStoreSize(load.getType());
  if (width > kWordBits) return nullptr;
  Builder builder(&load);
  llvm::Constant* none = llvm::Constant::getNullValue(address->getType());
  const Object object = object_of(*address, load.getDataLayout());
  const bool is_private = !context_.taint.is_shared(*address, function_);
  auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(object.begin);
  llvm::Value* bits = variable == nullptr ? nullptr : bits_.lookup(variable);
  const auto how = static_cast<std::uint32_t>(size) | (is_private ? HEDDLE_PRIVATE_TABLE : 0);
  llvm::Value* content = builder.CreateCall(
      helpers_.table(), {address, one(address), builder.getInt32(how), object.begin == nullptr ? none : object.begin,
                         builder.getInt64(object.size), bits == nullptr ? none : bits, context_.places.at(load)});
  return width == size * kByteBits ? content : unary(builder, Kind::kExtract, width, 0, content);
}

void Shadows::decide_unless(llvm::Instruction& before, llvm::Value* value, llvm::Value* table) {
  if (table == nullptr || !taints(value) || width_of(*value->getType()) > kWordBits) return decide(before, value);
  Builder builder(&before);
  llvm::Value* shadow = builder.CreateSelect(builder.CreateIsNull(table), one(value), builder.getInt32(0));
  builder.CreateCall(helpers_.decide(), {shadow, word(builder, value), context_.places.at(before)});
}

}  // namespace heddle::instrument
