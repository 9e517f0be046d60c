#include "instrument/accesses.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/ErrorHandling.h>

#include <array>
#include <utility>

#include "abi/instrumented.h"

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kBitsOfByte = 8;

heddle_order order_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic:
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic: return HEDDLE_RELAXED;
    case llvm::AtomicOrdering::Acquire: return HEDDLE_ACQUIRE;
    case llvm::AtomicOrdering::Release: return HEDDLE_RELEASE;
    case llvm::AtomicOrdering::AcquireRelease: return HEDDLE_ACQ_REL;
    case llvm::AtomicOrdering::SequentiallyConsistent: return HEDDLE_SEQ_CST;
  }
  llvm_unreachable("an unknown memory order");
}

// The accesses of one function, found one after the other.
class Finder {
 public:
  Finder(llvm::Function& function, MemoryOf& memory_of)
      : memory_of_(memory_of), layout_(function.getParent()->getDataLayout()) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) look_at(instruction);
  }

  std::vector<Access> take() { return std::move(found_); }

 private:
  void look_at(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) return;
      load->isAtomic()
          ? atomic(*load, load->getPointerOperand())
          : plain(Access::Kind::kRead, *load, load->getPointerOperand(), size_of(load->getType()), load->getAlign());
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      store->isAtomic() ? atomic(*store, store->getPointerOperand())
                        : plain(Access::Kind::kWrite, *store, store->getPointerOperand(),
                                size_of(store->getValueOperand()->getType()), store->getAlign());
    } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      atomic(*rmw, rmw->getPointerOperand());
    } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      atomic(*cas, cas->getPointerOperand());
    } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      // A fence against signal handlers only binds the compiler.
      if (fence->getSyncScopeID() != llvm::SyncScope::SingleThread) found_.push_back({Access::Kind::kFence, fence});
    } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory)) {
        plain(Access::Kind::kRead, *transfer, transfer->getRawSource(), transfer->getLength());
      }
      plain(Access::Kind::kWrite, *memory, memory->getRawDest(), memory->getLength());
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      arguments_by_value(*call);
    }
  }

  // Aggregates that are passed by value are copied by the call itself.
  void arguments_by_value(llvm::CallBase& call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!call.isByValArgument(i)) continue;
      plain(Access::Kind::kRead, call, call.getArgOperand(i), size_of(call.getParamByValType(i)));
    }
  }

  llvm::Value* size_of(llvm::Type* type) const {
    const llvm::TypeSize size = layout_.getTypeStoreSize(type);
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(type->getContext()), size.getKnownMinValue());
  }

  void plain(Access::Kind kind, llvm::Instruction& instruction, llvm::Value* address, llvm::Value* size,
             llvm::Align align = {}) {
    const auto* known_size = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (known_size != nullptr && known_size->isZero()) return;
    if (is_visible(*address)) found_.push_back({kind, &instruction, address, size, align.value()});
  }

  void atomic(llvm::Instruction& instruction, llvm::Value* address) {
    if (is_visible(*address)) found_.push_back({Access::Kind::kAtomic, &instruction});
  }

  bool is_visible(const llvm::Value& address) {
    if (address.isSwiftError() || address.getType()->getPointerAddressSpace() != 0) return false;
    return memory_of_(address) == Memory::kShared;
  }

  MemoryOf& memory_of_;
  const llvm::DataLayout& layout_;
  std::vector<Access> found_;
};

llvm::ConstantInt* number(llvm::IRBuilder<>& builder, std::uint64_t value) {
  return builder.getInt32(static_cast<std::uint32_t>(value));
}

std::uint64_t bytes_of(llvm::IRBuilder<>& builder, llvm::Type* type) {
  return builder.GetInsertBlock()->getDataLayout().getTypeStoreSize(type).getFixedValue();
}

// The value as two words, zero-extended: the low one, the high one.
std::array<llvm::Value*, 2> words_of(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* word = builder.getInt64Ty();
  if (value->getType()->isPointerTy()) return {builder.CreatePtrToInt(value, word), builder.getInt64(0)};
  llvm::Type* bits = builder.getIntNTy(bytes_of(builder, value->getType()) * kBitsOfByte);
  if (!value->getType()->isIntegerTy()) value = builder.CreateBitCast(value, bits);
  if (bits->getIntegerBitWidth() <= word->getIntegerBitWidth()) {
    return {builder.CreateZExt(value, word), builder.getInt64(0)};
  }
  return {builder.CreateTrunc(value, word),
          builder.CreateTrunc(builder.CreateLShr(value, word->getIntegerBitWidth()), word)};
}

}  // namespace

std::vector<Access> Accesses::find(llvm::Function& function, MemoryOf& memory_of) {
  return Finder(function, memory_of).take();
}

llvm::Value* Accesses::instrument(const Access& access) {
  llvm::IRBuilder<> builder(access.instruction);
  llvm::Constant* place = places_.at(*access.instruction);
  switch (access.kind) {
    case Access::Kind::kRead:
    case Access::Kind::kWrite: return instrument_plain(builder, access, place);
    case Access::Kind::kAtomic: instrument_atomic(*access.instruction); return nullptr;
    case Access::Kind::kFence: {
      const auto& fence = llvm::cast<llvm::FenceInst>(*access.instruction);
      builder.CreateCall(hooks_.fence, {number(builder, order_of(fence.getOrdering())), place});
      return nullptr;
    }
  }
  llvm_unreachable("an unknown kind of access");
}

llvm::Value* Accesses::instrument_plain(llvm::IRBuilder<>& builder, const Access& access, llvm::Constant* place) {
  const bool is_write = access.kind == Access::Kind::kWrite;
  llvm::Value* size = builder.CreateZExtOrTrunc(access.size, builder.getInt64Ty());
  const auto* known_size = llvm::dyn_cast<llvm::ConstantInt>(size);
  const std::uint64_t bytes = known_size != nullptr ? known_size->getZExtValue() : UINT64_MAX;
  const auto granules = QuietHooks::granules(bytes, access.align);
  llvm::FunctionCallee hook = granules == QuietHooks::Granules::kMany
                                  ? (is_write ? hooks_.write : hooks_.read)
                                  : llvm::FunctionCallee(quiet_hooks_.of(is_write, granules));
  llvm::CallInst* call = builder.CreateCall(hook, {access.address, size, place});
  call->setCallingConv(llvm::cast<llvm::Function>(hook.getCallee())->getCallingConv());
  return call->getType()->isVoidTy() ? nullptr : call;
}

void Accesses::instrument_atomic(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Constant* place = places_.at(instruction);
  const auto size = [&](llvm::Type* type) { return number(builder, bytes_of(builder, type)); };
  const auto order = [&](llvm::AtomicOrdering ordering) { return number(builder, order_of(ordering)); };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    builder.CreateCall(hooks_.atomic_load,
                       {load->getPointerOperand(), size(load->getType()), order(load->getOrdering()), place});
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    builder.CreateCall(hooks_.atomic_store, {store->getPointerOperand(), size(store->getValueOperand()->getType()),
                                             order(store->getOrdering()), place});
  } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    const auto [low, high] = words_of(builder, cas->getCompareOperand());
    builder.CreateCall(hooks_.atomic_cas,
                       {cas->getPointerOperand(), size(cas->getCompareOperand()->getType()),
                        order(cas->getSuccessOrdering()), order(cas->getFailureOrdering()), low, high, place});
  } else {
    auto& rmw = llvm::cast<llvm::AtomicRMWInst>(instruction);
    llvm::Value* bytes = size(rmw.getValOperand()->getType());
    if (rmw.getOperation() == llvm::AtomicRMWInst::Xchg) {
      const auto [low, high] = words_of(builder, rmw.getValOperand());
      builder.CreateCall(hooks_.atomic_exchange,
                         {rmw.getPointerOperand(), bytes, order(rmw.getOrdering()), low, high, place});
    } else {
      builder.CreateCall(hooks_.atomic_rmw, {rmw.getPointerOperand(), bytes, order(rmw.getOrdering()), place});
    }
  }
}

}  // namespace heddle::instrument
