#include "instrument/accesses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/ErrorHandling.h>

#include <array>
#include <optional>
#include <utility>

#include "abi/instrumented.h"
#include "instrument/assembly.h"
#include "instrument/counters.h"
#include "instrument/updates.h"

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kBitsOfByte = 8;
constexpr std::uint64_t kMaxAtomicBytes = 16;

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

// The accesses of one function, found one after another.
class Finder {
 public:
  Finder(llvm::Function& function, MemoryOf& memory_of)
      : memory_of_(memory_of), layout_(function.getParent()->getDataLayout()) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) look_at(instruction);
  }

  std::vector<Access> take() { return std::move(found_); }

 private:
  void look_at(llvm::Instruction& instruction) {
    if (gives_any_value(instruction)) return;
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
    } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      intrinsics(*intrinsic);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (call->isInlineAsm()) assembly(*call);
      arguments_by_value(*call);
    }
  }

  // A list of arguments, as laid out by the ABI of this machine.
  static llvm::Value* list_size(llvm::Instruction& at) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(at.getContext()), 24);
  }

  // Accesses to some elements of a vector, and to argument lists.
  void intrinsics(llvm::IntrinsicInst& call) {
    const auto operand = [&](unsigned i) { return call.getArgOperand(i); };
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::masked_load:
        return lanes(Access::Kind::kRead, call, operand(0), operand(2), call.getType());
      case llvm::Intrinsic::masked_store:
        return lanes(Access::Kind::kWrite, call, operand(1), operand(3), operand(0)->getType());
      case llvm::Intrinsic::masked_gather:
        return lanes(Access::Kind::kRead, call, operand(0), operand(2), call.getType());
      case llvm::Intrinsic::masked_scatter:
        return lanes(Access::Kind::kWrite, call, operand(1), operand(3), operand(0)->getType());
      case llvm::Intrinsic::vacopy: plain(Access::Kind::kRead, call, operand(1), list_size(call)); [[fallthrough]];
      case llvm::Intrinsic::vastart: return plain(Access::Kind::kWrite, call, operand(0), list_size(call));
      default: break;
    }
    // Machine instructions, variable-length vectors, and whatever the next version of LLVM adds.
    const bool names_memory = llvm::any_of(call.args(), [](const llvm::Use& use) {
      return use->getType()->isPointerTy() || use->getType()->isPtrOrPtrVectorTy();
    });
    const llvm::StringRef name = call.getCalledFunction()->getName();
    const bool is_vector = name.starts_with("llvm.x86.") || name.starts_with("llvm.vp.") ||
                           name.starts_with("llvm.masked.") || name.starts_with("llvm.experimental.vp.");
    if (!is_vector || !names_memory || !call.mayReadOrWriteMemory()) return;
    if (is_masked_of_x86(name)) {
      const bool is_write = call.getType()->isVoidTy();
      return lanes(is_write ? Access::Kind::kWrite : Access::Kind::kRead, call, operand(0), operand(1),
                   is_write ? operand(2)->getType() : call.getType());
    }
    found_.push_back({Access::Kind::kUnseen, &call});
  }

  // Their masks are the signs of the elements.
  static bool is_masked_of_x86(llvm::StringRef name) {
    return name.starts_with("llvm.x86.avx.mask") || name.starts_with("llvm.x86.avx2.mask");
  }

  void lanes(Access::Kind kind, llvm::Instruction& instruction, llvm::Value* address, llvm::Value* mask,
             llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (vector == nullptr) {
      found_.push_back({Access::Kind::kUnseen, &instruction});
      return;
    }
    if (!address->getType()->isVectorTy() && !is_visible(*address)) return;
    llvm::Value* size = size_of(vector->getElementType());
    for (std::uint64_t lane = 0; lane < vector->getNumElements(); ++lane)
      found_.push_back({kind, &instruction, address, size, 1, mask, lane});
  }

  void assembly(llvm::CallBase& call) {
    const Assembly known = assembly_of(call);
    llvm::SmallPtrSet<llvm::Value*, 4> changed;
    for (const MemoryOperand& operand : memory_operands(call)) {
      llvm::Value* size = size_of(operand.type);
      const std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(size)->getZExtValue();
      if (!known.atomic || bytes > kMaxAtomicBytes || !llvm::isPowerOf2_64(bytes)) {
        plain(operand.is_written ? Access::Kind::kWrite : Access::Kind::kRead, call, operand.address, size);
      } else if (changed.insert(operand.address).second && is_visible(*operand.address)) {
        found_.push_back({Access::Kind::kAtomicAssembly, &call, operand.address, size});
      }
    }
    if (known.fence) found_.push_back({Access::Kind::kFence, &call});
    if (known.unseen) found_.push_back({Access::Kind::kUnseen, &call});
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
    if (!is_visible(*address)) return;
    found_.push_back(
        {.kind = kind, .instruction = &instruction, .address = address, .size = size, .align = align.value()});
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

// The value as two words, zero-extended: first the low one, then the high one.
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

llvm::Value* Accesses::instrument(const Access& access, llvm::Instruction* bits) {
  llvm::IRBuilder<> builder(access.instruction);
  llvm::Constant* place = places_.at(*access.instruction);
  switch (access.kind) {
    case Access::Kind::kRead:
    case Access::Kind::kWrite:
      if (bits != nullptr) {
        replace(bits, instrument_plain(builder, access, QuietHooks::Kind::kReadBits));
        return nullptr;
      }
      if (access.mask == nullptr) {
        const bool is_write = access.kind == Access::Kind::kWrite;
        llvm::CallInst* quiet =
            instrument_plain(builder, access, is_write ? QuietHooks::Kind::kWrite : QuietHooks::Kind::kRead);
        return quiet->getType()->isVoidTy() ? nullptr : quiet;
      }
      instrument_lane(builder, access, place);
      return nullptr;
    case Access::Kind::kAtomicAssembly:
      builder.CreateCall(hooks_.atomic_rmw, {access.address, builder.CreateTrunc(access.size, builder.getInt32Ty()),
                                             number(builder, HEDDLE_SEQ_CST), place});
      return nullptr;
    case Access::Kind::kUnseen: {
      const auto& call = llvm::cast<llvm::CallBase>(*access.instruction);
      const std::string what = call.isInlineAsm() ? "inline assembly" : call.getCalledFunction()->getName().str();
      builder.CreateCall(hooks_.unseen, {places_.text(what), place});
      return nullptr;
    }
    case Access::Kind::kAtomic: instrument_atomic(*access.instruction); return nullptr;
    case Access::Kind::kFence: {
      const auto* fence = llvm::dyn_cast<llvm::FenceInst>(access.instruction);
      const heddle_order order = fence == nullptr ? HEDDLE_SEQ_CST : order_of(fence->getOrdering());
      builder.CreateCall(hooks_.fence, {number(builder, order), place});
      return nullptr;
    }
  }
  llvm_unreachable("an unknown kind of access");
}

llvm::CallInst* Accesses::instrument_plain(llvm::IRBuilder<>& builder, const Access& access, QuietHooks::Kind kind,
                                           llvm::ArrayRef<llvm::Value*> more) {
  llvm::Value* size = builder.CreateZExtOrTrunc(access.size, builder.getInt64Ty());
  const auto* known_size = llvm::dyn_cast<llvm::ConstantInt>(size);
  const std::uint64_t bytes = known_size != nullptr ? known_size->getZExtValue() : UINT64_MAX;
  const auto granules = QuietHooks::granules(bytes, access.align);
  llvm::FunctionCallee hook = granules == QuietHooks::Granules::kMany
                                  ? quiet_hooks_.hook_of(kind)
                                  : llvm::FunctionCallee(quiet_hooks_.of(kind, granules));
  llvm::SmallVector<llvm::Value*, 5> arguments = {access.address, size, places_.at(*access.instruction)};
  arguments.append(more.begin(), more.end());
  llvm::CallInst* call = builder.CreateCall(hook, arguments);
  call->setCallingConv(llvm::cast<llvm::Function>(hook.getCallee())->getCallingConv());
  return call;
}

void Accesses::replace(llvm::Instruction* placeholder, llvm::Value* value) {
  if (placeholder == nullptr) return;
  placeholder->replaceAllUsesWith(value);
  placeholder->eraseFromParent();
}

void Accesses::instrument_with_shadow(const Access& access, llvm::Instruction* bits, llvm::CallInst& look) {
  llvm::IRBuilder<> builder(access.instruction);
  if (access.kind == Access::Kind::kRead) {
    llvm::CallInst* told = instrument_plain(builder, access, QuietHooks::Kind::kReadShadow);
    if (bits != nullptr) replace(bits, builder.CreateExtractValue(told, 0));
    replace(&look, builder.CreateTrunc(builder.CreateExtractValue(told, 1), look.getType()));
  } else {
    llvm::Value* value = words_of(builder, llvm::cast<llvm::StoreInst>(access.instruction)->getValueOperand())[0];
    instrument_plain(builder, access, QuietHooks::Kind::kWriteShadow, {look.getArgOperand(2), value});  // its shadow
    look.eraseFromParent();
  }
}

// An element that is not accessed has no bytes.
void Accesses::instrument_lane(llvm::IRBuilder<>& builder, const Access& access, llvm::Constant* place) {
  llvm::Value* bit = builder.CreateExtractElement(access.mask, access.lane);
  if (bit->getType()->isFloatingPointTy())
    bit = builder.CreateBitCast(bit, builder.getIntNTy(bit->getType()->getPrimitiveSizeInBits()));
  llvm::Value* is_accessed = builder.CreateIsNeg(bit);
  llvm::Value* size = builder.CreateSelect(is_accessed, access.size, builder.getInt64(0));
  llvm::Value* address = access.address->getType()->isVectorTy()
                             ? builder.CreateExtractElement(access.address, access.lane)
                             : builder.CreateGEP(builder.getInt8Ty(), access.address,
                                                 builder.CreateMul(access.size, builder.getInt64(access.lane)));
  llvm::FunctionCallee hook = access.kind == Access::Kind::kWrite ? hooks_.write : hooks_.read;
  builder.CreateCall(hook, {address, size, place})
      ->setCallingConv(llvm::cast<llvm::Function>(hook.getCallee())->getCallingConv());
}

void Accesses::instrument_atomic(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Constant* place = places_.at(instruction);
  const auto size = [&](llvm::Type* type) { return number(builder, bytes_of(builder, type)); };
  const auto order = [&](llvm::AtomicOrdering ordering) { return number(builder, order_of(ordering)); };
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const std::optional<llvm::AtomicOrdering> update = updates(*load);
    builder.CreateCall(
        update ? hooks_.atomic_rmw : hooks_.atomic_load,
        {load->getPointerOperand(), size(load->getType()), order(update.value_or(load->getOrdering())), place});
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    builder.CreateCall(hooks_.atomic_store, {store->getPointerOperand(), size(store->getValueOperand()->getType()),
                                             order(store->getOrdering()), place});
  } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    if (completes_update(*cas)) return;
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
      const std::int64_t amount = added_amount(rmw);
      const std::optional<std::int64_t> end = sum_looked_for(rmw);
      llvm::SmallVector<llvm::Value*, 6> arguments = {rmw.getPointerOperand(), bytes, order(rmw.getOrdering())};
      const auto add_number = [&](std::int64_t n) {
        arguments.push_back(builder.getInt64(static_cast<std::uint64_t>(n)));
      };
      llvm::FunctionCallee hook = hooks_.atomic_rmw;
      if (is_unused_addition(rmw)) {
        hook = hooks_.atomic_add;
        add_number(amount);
      } else if (end) {
        hook = hooks_.atomic_count;
        add_number(amount);
        add_number(*end);
      }
      arguments.push_back(place);
      builder.CreateCall(hook, arguments);
    }
  }
}

}  // namespace heddle::instrument
