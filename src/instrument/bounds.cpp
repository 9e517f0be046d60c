#include "instrument/bounds.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include <optional>
#include <utility>

#include "instrument/late.h"

namespace heddle::instrument {

namespace {

// Is it a variable whose size is determined by this module?
bool has_bounds(const llvm::Value& object) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object)) {
    return variable->hasInitializer() && !variable->isInterposable() && !variable->isThreadLocal() &&
           !variable->hasSection() && variable->getAddressSpace() == 0;
  }
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&object);
  return variable != nullptr && !variable->isSwiftError() && !variable->isUsedWithInAlloca();
}

// The one variable that the address points into; null if it may be another one.
llvm::Value* object_of(llvm::Value& address) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&address, objects, nullptr, 0);
  if (objects.size() != 1 || !has_bounds(*objects.front())) return nullptr;
  auto* object = const_cast<llvm::Value*>(objects.front());
  // One of variable length must have existed before the address: unknown if there is a phi node in between.
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(object);
  const bool everywhere = variable == nullptr || variable->isStaticAlloca();
  return everywhere || llvm::getUnderlyingObject(&address, 0) == object ? object : nullptr;
}

std::optional<std::uint64_t> size_of(const llvm::Value& object, const llvm::DataLayout& layout) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object))
    return layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
  const std::optional<llvm::TypeSize> size = llvm::cast<llvm::AllocaInst>(object).getAllocationSize(layout);
  if (!size || size->isScalable()) return std::nullopt;
  return size->getFixedValue();
}

class Finder {
 public:
  Finder(llvm::Function& function, const llvm::StackSafetyGlobalInfo& safety)
      : safety_(safety), layout_(function.getDataLayout()) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) look_at(instruction);
  }
  std::vector<BoundedAccess> take() { return std::move(found_); }

 private:
  void look_at(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      add(instruction, *load->getPointerOperand(), *size_of_type(load->getType()), false);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      add(instruction, *store->getPointerOperand(), *size_of_type(store->getValueOperand()->getType()), true);
    } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      add(instruction, *rmw->getPointerOperand(), *size_of_type(rmw->getType()), true);
    } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      add(instruction, *cas->getPointerOperand(), *size_of_type(cas->getCompareOperand()->getType()), true);
    } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory))
        add(instruction, *transfer->getRawSource(), *transfer->getLength(), false);
      add(instruction, *memory->getRawDest(), *memory->getLength(), true);
    }
  }

  llvm::Value* size_of_type(llvm::Type* type) const {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(type->getContext()),
                                  layout_.getTypeStoreSize(type).getKnownMinValue());
  }

  void add(llvm::Instruction& instruction, llvm::Value& address, llvm::Value& size, bool is_write) {
    if (address.getType()->getPointerAddressSpace() != 0) return;
    llvm::Value* object = object_of(address);
    if (object == nullptr || is_within(instruction, address, size, *object)) return;
    found_.push_back({&instruction, &address, &size, object, is_write});
  }

  // Is it known at compile time that the access is within the variable?
  bool is_within(const llvm::Instruction& instruction, llvm::Value& address, const llvm::Value& size,
                 const llvm::Value& object) const {
    if (llvm::isa<llvm::AllocaInst>(object) && safety_.stackAccessIsSafe(instruction)) return true;
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(&size);
    const std::optional<std::uint64_t> all = size_of(object, layout_);
    if (bytes == nullptr || !all) return false;
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(address.getType()), 0);
    if (address.stripAndAccumulateConstantOffsets(layout_, offset, true) != &object) return false;
    return bytes->getZExtValue() <= *all && offset.ule(*all - bytes->getZExtValue());
  }

  const llvm::StackSafetyGlobalInfo& safety_;
  const llvm::DataLayout& layout_;
  std::vector<BoundedAccess> found_;
};

// The size of a variable as a value; for one of variable length it is computed.
llvm::Value* size_value(llvm::IRBuilder<>& builder, const llvm::Value& object) {
  const llvm::DataLayout& layout = builder.GetInsertBlock()->getDataLayout();
  if (const std::optional<std::uint64_t> size = size_of(object, layout)) return builder.getInt64(*size);
  const auto& variable = llvm::cast<llvm::AllocaInst>(object);
  llvm::Value* count =
      builder.CreateZExtOrTrunc(const_cast<llvm::Value*>(variable.getArraySize()), builder.getInt64Ty());
  return builder.CreateMul(count,
                           builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue()));
}

}  // namespace

std::vector<BoundedAccess> Bounds::find(llvm::Function& function, const llvm::StackSafetyGlobalInfo& safety) {
  return Finder(function, safety).take();
}

llvm::Constant* Bounds::describe(llvm::Value& object) {
  llvm::Constant*& known = described_[&object];
  if (known != nullptr) return known;
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object);
  known = global != nullptr ? variables_.of(*global) : variables_.of(llvm::cast<llvm::AllocaInst>(object));
  return known;
}

// The first and the last byte are checked separately if their distance is unknown. Nothing is accessed if there are
// none.
void Bounds::instrument(const BoundedAccess& access) {
  llvm::IRBuilder<> builder(access.instruction);
  llvm::Value* all = size_value(builder, *access.object);
  llvm::Value* size = builder.CreateZExtOrTrunc(access.size, builder.getInt64Ty());
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(size);
  const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(all);
  if (bytes != nullptr && whole != nullptr && bytes->getZExtValue() <= whole->getZExtValue()) {
    if (!bytes->isZero())
      check(builder, access, access.address, builder.getInt64(whole->getZExtValue() - bytes->getZExtValue()));
    return;
  }
  llvm::Value* nothing =
      builder.CreateOr(builder.CreateICmpEQ(size, builder.getInt64(0)), builder.CreateICmpEQ(all, builder.getInt64(0)));
  llvm::Value* before = builder.CreateSub(size, builder.getInt64(1));
  llvm::Value* last = builder.CreateGEP(builder.getInt8Ty(), access.address, before);
  llvm::Value* end = builder.CreateSub(all, builder.getInt64(1));
  for (llvm::Value* byte : {access.address, last})
    check(builder, access, builder.CreateSelect(nothing, access.object, byte), end);
}

// `last`: the last offset within the bounds.
void Bounds::check(llvm::IRBuilder<>& builder, const BoundedAccess& access, llvm::Value* address, llvm::Value* last) {
  llvm::Value* size = builder.CreateZExtOrTrunc(access.size, builder.getInt64Ty());
  builder.CreateCall(checker(), {address, last, size, access.object, describe(*access.object),
                                 builder.getInt32(access.is_write ? 1 : 0), places_.at(*access.instruction)});
}

llvm::Function* Bounds::checker() {
  if (checker_ != nullptr) return checker_;
  llvm::LLVMContext& context = module_.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* word = llvm::Type::getInt64Ty(context);
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  llvm::Type* u32 = llvm::Type::getInt32Ty(context);
  checker_ = llvm::Function::Create(
      llvm::FunctionType::get(nothing, {pointer, word, word, pointer, pointer, u32, pointer}, false),
      llvm::GlobalValue::InternalLinkage, "heddle.within", module_);
  inline_late(*checker_);
  auto* beyond = llvm::BasicBlock::Create(context, "beyond", checker_);
  auto* go = llvm::BasicBlock::Create(context, "go", checker_, beyond);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", checker_, go));
  llvm::Value* offset = builder.CreateSub(builder.CreatePtrToInt(checker_->getArg(0), word),
                                          builder.CreatePtrToInt(checker_->getArg(3), word));
  builder.CreateCondBr(builder.CreateICmpUGT(offset, checker_->getArg(1)), beyond, go,
                       llvm::MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(go);
  builder.CreateRetVoid();
  builder.SetInsertPoint(beyond);
  builder.CreateCall(hooks_.beyond, {checker_->getArg(0), checker_->getArg(2), checker_->getArg(3), checker_->getArg(4),
                                     checker_->getArg(5), checker_->getArg(6)});
  builder.CreateUnreachable();
  return checker_;
}

}  // namespace heddle::instrument
