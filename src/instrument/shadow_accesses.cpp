#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <utility>
#include <vector>

#include "abi/symbolic.h"
#include "instrument/known_calls.h"
#include "instrument/shadows.h"
#include "instrument/told_bits.h"

// Shadows of what is in memory.

namespace heddle::instrument {

using symbolic::Kind;

namespace {

constexpr unsigned kByteBits = 8;
constexpr unsigned kWordBytes = 8;

std::uint64_t size_of(const llvm::Instruction& instruction, llvm::Type* type) {
  return instruction.getDataLayout().getTypeStoreSize(type).getFixedValue();
}

}  // namespace

// --- memory that is known to have none

bool Shadows::is_tracked(const llvm::Value& pointer) {
  for (const llvm::User* user : pointer.users()) {
    const auto fits = [](const llvm::Type& type) {
      return is_symbolic_type(type) && width_of(type) <= kWordBytes * kByteBits;
    };
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->isAtomic() || !fits(*load->getType())) return false;
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const llvm::Value& value = *store->getValueOperand();
      if (store->isAtomic() || &value == &pointer || !fits(*value.getType())) return false;
    } else if (llvm::isa<llvm::GetElementPtrInst>(user)) {
      if (!is_tracked(*user)) return false;
    } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
               call == nullptr || !call->isLifetimeStartOrEnd()) {
      return false;
    }
  }
  return true;
}

void Shadows::track_variables() {
  const llvm::DataLayout& layout = context_.module.getDataLayout();
  std::vector<std::pair<llvm::AllocaInst*, std::uint64_t>> variables;
  for (llvm::Instruction& instruction : function_.getEntryBlock()) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || !variable->isStaticAlloca() || !is_reachable(variable)) continue;
    const auto size = variable->getAllocationSize(layout);
    if (size && is_tracked(*variable)) variables.emplace_back(variable, size->getFixedValue());
  }
  for (const auto& [variable, size] : variables) {
    Builder builder(beginning());
    llvm::AllocaInst* any = builder.CreateAlloca(builder.getInt1Ty());
    builder.CreateStore(builder.getFalse(), any);
    tracked_[variable] = {any, size};
  }
}

const Shadows::Tracked* Shadows::tracked(llvm::Value* address) const {
  while (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(address)) address = element->getPointerOperand();
  const auto found = tracked_.find(address);
  return found != tracked_.end() ? &found->second : nullptr;
}

llvm::Value* Shadows::is_quiet(Builder& builder, llvm::Value* address) {
  const Tracked* variable = tracked(address);
  if (variable == nullptr) return builder.getFalse();
  return builder.CreateNot(builder.CreateLoad(builder.getInt1Ty(), variable->any));
}

void Shadows::note_look(llvm::CallInst* look) {
  if (access_ != nullptr) looks_[access_].push_back(look);
}

llvm::CallInst* Shadows::only_look(const llvm::Instruction& access) const {
  const auto looks = looks_.find(&access);
  if (looks == looks_.end() || looks->second.size() != 1) return nullptr;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  const llvm::Type& type = *(store != nullptr ? store->getValueOperand() : &access)->getType();
  return is_symbolic_type(type) ? looks->second.front() : nullptr;
}

void Shadows::set_quiet(const llvm::Instruction& access, llvm::Value& quiet) {
  const auto looks = looks_.find(&access);
  if (looks == looks_.end()) return;
  for (llvm::CallInst* look : looks->second) look->setArgOperand(look->arg_size() - 1, &quiet);
}

// --- loads and stores

llvm::Value* Shadows::loaded(Builder& builder, llvm::Value* value, llvm::Value* address, llvm::Align align) {
  const std::uint64_t size = builder.GetInsertBlock()->getDataLayout().getTypeStoreSize(value->getType());
  if (size > kWordBytes) return loaded_wide(builder, value, address);
  llvm::CallInst* shadow = builder.CreateCall(
      helpers_.load(align.value() < size),
      {address, builder.getInt32(static_cast<std::uint32_t>(size)), word(builder, value), is_quiet(builder, address)});
  note_look(shadow);
  const unsigned width = width_of(*value->getType());
  if (width == size * kByteBits) return shadow;
  return unary(builder, Kind::kExtract, width, 0, shadow);
}

void Shadows::stored(Builder& builder, llvm::Value* value, llvm::Value* shadow, llvm::Value* address,
                     llvm::Align align) {
  const std::uint64_t size = builder.GetInsertBlock()->getDataLayout().getTypeStoreSize(value->getType());
  if (size > kWordBytes) return stored_wide(builder, value, shadow, address);
  llvm::Value* quiet = is_quiet(builder, address);
  if (const Tracked* variable = tracked(address); variable != nullptr) {
    auto* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0));
    llvm::Value* any = builder.CreateCall(helpers_.track(), {base, builder.getInt64(variable->size), shadow, quiet});
    builder.CreateStore(any, variable->any);
  }
  note_look(builder.CreateCall(
      helpers_.store(align.value() < size),
      {address, builder.getInt32(static_cast<std::uint32_t>(size)), shadow, word(builder, value), quiet}));
}

// In two halves.
llvm::Value* Shadows::loaded_wide(Builder& builder, llvm::Value* value, llvm::Value* address) {
  constexpr unsigned kWide = 2 * kWordBytes * kByteBits;
  const unsigned width = value->getType()->getIntegerBitWidth();
  llvm::Value* lower = builder.CreateTrunc(value, builder.getInt64Ty());
  llvm::Value* upper = builder.CreateZExtOrTrunc(builder.CreateLShr(value, kWordBytes * kByteBits),
                                                 builder.getIntNTy(width - kWordBytes * kByteBits));
  llvm::Value* behind_it = builder.CreateConstGEP1_64(builder.getInt8Ty(), address, kWordBytes);
  llvm::Value* lower_shadow = loaded(builder, lower, address, llvm::Align(1));
  llvm::Value* upper_shadow = loaded(builder, upper, behind_it, llvm::Align(1));
  // (upper << 64) | lower
  const auto widened = [&](llvm::Value* shadow) { return unary(builder, Kind::kZeroExtend, kWide, 0, shadow); };
  llvm::Value* wide_upper = builder.CreateZExt(upper, builder.getIntNTy(kWide));
  llvm::Value* bits = llvm::ConstantInt::get(wide_upper->getType(), kWordBytes * kByteBits);
  llvm::Value* shifted = binary(builder, Kind::kShl, kWide, widened(upper_shadow), wide_upper, one(bits), bits);
  llvm::Value* joined = binary(builder, Kind::kOr, kWide, shifted, builder.CreateShl(wide_upper, bits),
                               widened(lower_shadow), builder.CreateZExt(lower, wide_upper->getType()));
  return width == kWide ? joined : unary(builder, Kind::kExtract, width, 0, joined);
}

void Shadows::stored_wide(Builder& builder, llvm::Value* value, llvm::Value* shadow, llvm::Value* address) {
  constexpr unsigned kBits = kWordBytes * kByteBits;
  const unsigned rest = value->getType()->getIntegerBitWidth() - kBits;
  stored(builder, builder.CreateTrunc(value, builder.getInt64Ty()), unary(builder, Kind::kExtract, kBits, 0, shadow),
         address, llvm::Align(1));
  stored(builder, builder.CreateZExtOrTrunc(builder.CreateLShr(value, kBits), builder.getIntNTy(rest)),
         unary(builder, Kind::kExtract, rest, kBits, shadow),
         builder.CreateConstGEP1_64(builder.getInt8Ty(), address, kWordBytes), llvm::Align(1));
}

void Shadows::visit_load(llvm::LoadInst& load) {
  llvm::Value* known = table(load);
  decide_address(load, load.getPointerOperand(), known);
  if (!taints(&load)) {
    // Nobody else runs after a load before it is known what was loaded.
    if (!is_symbolic_type(*load.getType()) && is_reachable(load.getPointerOperand()))
      fix_memory(*behind(load), load.getPointerOperand(), size_of(load, load.getType()),
                 "floating point, vectors or wide numbers");
    return;
  }
  access_ = load.isAtomic() ? nullptr : &load;
  Builder builder(behind(load));
  if (is_symbolic_type(*load.getType())) {
    llvm::Value* shadow = loaded(builder, &load, load.getPointerOperand(), load.getAlign());
    return set(load, {known == nullptr ? shadow : builder.CreateSelect(builder.CreateIsNotNull(known), known, shadow)});
  }
  Parts parts;
  each_part(builder, load.getType(), [&](llvm::ArrayRef<unsigned> path, std::uint64_t offset, llvm::Type* type) {
    if (!is_symbolic_type(*type)) return parts.push_back(builder.getInt32(0));
    llvm::Value* address = builder.CreateConstGEP1_64(builder.getInt8Ty(), load.getPointerOperand(), offset);
    parts.push_back(loaded(builder, builder.CreateExtractValue(&load, path), address, llvm::Align(1)));
  });
  set(load, parts);
}

void Shadows::visit_store(llvm::StoreInst& store) {
  if (is_told_bits(*store.getPointerOperand())) return;
  decide_address(store, store.getPointerOperand());
  llvm::Value* value = store.getValueOperand();
  llvm::Value* address = store.getPointerOperand();
  if (!taints(value) && !is_reachable(address)) return;
  access_ = store.isAtomic() ? nullptr : &store;
  Builder builder(behind(store));
  if (is_symbolic_type(*value->getType())) return stored(builder, value, one(value), address, store.getAlign());
  const Parts shadows = of(value);
  std::size_t next = 0;
  each_part(builder, value->getType(), [&](llvm::ArrayRef<unsigned> path, std::uint64_t offset, llvm::Type* type) {
    llvm::Value* shadow = shadows[next++];
    llvm::Value* at = builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset);
    if (is_symbolic_type(*type)) {
      stored(builder, path.empty() ? value : builder.CreateExtractValue(value, path), shadow, at, llvm::Align(1));
    } else {
      builder.CreateCall(helpers_.clear(), {at, builder.getInt64(size_of(store, type))});
    }
  });
}

// May the memory have shadows?
bool Shadows::is_reachable(const llvm::Value* address) const { return context_.taint.in_memory(*address, function_); }

void Shadows::each_part(Builder& builder, llvm::Type* type,
                        llvm::function_ref<void(llvm::ArrayRef<unsigned>, std::uint64_t, llvm::Type*)> visit) {
  llvm::SmallVector<unsigned, 4> path;
  const llvm::DataLayout& layout = builder.GetInsertBlock()->getDataLayout();
  const std::function<void(llvm::Type*, std::uint64_t)> walk = [&](llvm::Type* part, std::uint64_t offset) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(part)) {
      for (unsigned i = 0; i < structure->getNumElements(); ++i) {
        path.push_back(i);
        walk(structure->getElementType(i), offset + layout.getStructLayout(structure)->getElementOffset(i));
        path.pop_back();
      }
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(part)) {
      for (unsigned i = 0; i < array->getNumElements(); ++i) {
        path.push_back(i);
        walk(array->getElementType(), offset + i * layout.getTypeAllocSize(array->getElementType()));
        path.pop_back();
      }
    } else {
      visit(path, offset, part);
    }
  };
  walk(type, 0);
}

// --- atomic operations

// The shadow of what an exchange is about to compare with what it finds.
llvm::Value* Shadows::before_exchange(llvm::Instruction& exchange, llvm::Value* value, llvm::Value* address) {
  if (!taints(value)) return one(value);
  Builder builder(&exchange);
  return builder.CreateCall(helpers_.before_exchange(),
                            {address, one(value), word(builder, value), context_.places.at(exchange)});
}

// What is there after a compare-exchange is one expression: others read it whether or not they know how the comparison
// ended. The thread itself decides that immediately.
void Shadows::visit_exchange(llvm::AtomicCmpXchgInst& exchange) {
  llvm::Value* address = exchange.getPointerOperand();
  llvm::Value* expected = exchange.getCompareOperand();
  llvm::Value* wanted = exchange.getNewValOperand();
  decide_address(exchange, address);
  Builder builder(behind(exchange));
  if (!is_symbolic_type(*wanted->getType()) || size_of(exchange, wanted->getType()) > kWordBytes) {
    decide(exchange, expected);
    fix(exchange, wanted, "an atomic operation on a wide number");
    builder.CreateCall(helpers_.clear(), {address, builder.getInt64(size_of(exchange, wanted->getType()))});
    return set(exchange, {builder.getInt32(0), builder.getInt32(0)});
  }
  llvm::Value* expected_shadow = before_exchange(exchange, expected, address);
  llvm::Value* old = builder.CreateExtractValue(&exchange, 0);
  llvm::Value* success = word(builder, builder.CreateExtractValue(&exchange, 1));
  const std::uint64_t size = size_of(exchange, wanted->getType());
  const unsigned width = size * kByteBits;
  llvm::Value* bytes = builder.getInt32(static_cast<std::uint32_t>(size));
  llvm::Value* old_shadow =
      builder.CreateCall(helpers_.load(false), {address, bytes, word(builder, old), builder.getFalse()});
  llvm::Value* is_same = binary(builder, Kind::kEqual, width, old_shadow, old, expected_shadow, expected);
  llvm::Value* chosen = builder.CreateCall(helpers_.select(), {builder.getInt32(width), is_same, success, one(wanted),
                                                               word(builder, wanted), old_shadow, word(builder, old)});
  llvm::Value* value = builder.CreateLoad(wanted->getType(), address);  // nobody else runs here
  builder.CreateCall(helpers_.store(false), {address, bytes, chosen, word(builder, value), builder.getFalse()});
  builder.CreateCall(helpers_.compared(), {address, is_same, success, context_.places.at(exchange)});
  set(exchange, {old_shadow, builder.getInt32(0)});
}

// What is there after an update, from what was there and the operand.
struct Shadows::Update {
  Builder& builder;
  llvm::AtomicRMWInst& old;
  llvm::Value* old_shadow;
  llvm::Value* operand;
  llvm::Value* operand_shadow;
  unsigned width;
};

llvm::Value* Shadows::combined(const Update& u, Kind kind) {
  return binary(u.builder, kind, u.width, u.old_shadow, &u.old, u.operand_shadow, u.operand);
}

// The smaller one of the two numbers, or the larger one.
llvm::Value* Shadows::chosen(const Update& u, Kind less, bool larger) {
  Builder& builder = u.builder;
  llvm::Value* is_less = builder.CreateICmp(
      less == Kind::kSignedLess ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT, &u.old, u.operand);
  llvm::Value* if_less = larger ? u.operand : &u.old;
  llvm::Value* if_not = larger ? &u.old : u.operand;
  return builder.CreateCall(helpers_.select(), {builder.getInt32(u.width), combined(u, less), word(builder, is_less),
                                                larger ? u.operand_shadow : u.old_shadow, word(builder, if_less),
                                                larger ? u.old_shadow : u.operand_shadow, word(builder, if_not)});
}

// Null if there is no expression for it.
llvm::Value* Shadows::updated(const Update& u) {
  switch (u.old.getOperation()) {
    case llvm::AtomicRMWInst::Xchg: return u.operand_shadow;
    case llvm::AtomicRMWInst::Add: return combined(u, Kind::kAdd);
    case llvm::AtomicRMWInst::Sub: return combined(u, Kind::kSub);
    case llvm::AtomicRMWInst::And: return combined(u, Kind::kAnd);
    case llvm::AtomicRMWInst::Nand: {
      llvm::Value* ones = llvm::Constant::getAllOnesValue(u.operand->getType());
      return binary(u.builder, Kind::kXor, u.width, combined(u, Kind::kAnd), u.builder.CreateAnd(&u.old, u.operand),
                    one(ones), ones);
    }
    case llvm::AtomicRMWInst::Or: return combined(u, Kind::kOr);
    case llvm::AtomicRMWInst::Xor: return combined(u, Kind::kXor);
    case llvm::AtomicRMWInst::Max: return chosen(u, Kind::kSignedLess, true);
    case llvm::AtomicRMWInst::Min: return chosen(u, Kind::kSignedLess, false);
    case llvm::AtomicRMWInst::UMax: return chosen(u, Kind::kUnsignedLess, true);
    case llvm::AtomicRMWInst::UMin: return chosen(u, Kind::kUnsignedLess, false);
    default: return nullptr;
  }
}

void Shadows::visit_update(llvm::AtomicRMWInst& update) {
  llvm::Value* address = update.getPointerOperand();
  llvm::Value* operand = update.getValOperand();
  decide_address(update, address);
  Builder builder(behind(update));
  const std::uint64_t size = size_of(update, operand->getType());
  const auto give_up = [&](const char* why) {
    fix(update, operand, why);
    builder.CreateCall(helpers_.clear(), {address, builder.getInt64(size)});
  };
  if (!is_symbolic_type(*operand->getType()) || size > kWordBytes)
    return give_up("an atomic operation on a wide number");
  const bool exchanges = update.getOperation() == llvm::AtomicRMWInst::Xchg;
  llvm::Value* operand_shadow = exchanges ? before_exchange(update, operand, address) : one(operand);
  llvm::Value* bytes = builder.getInt32(static_cast<std::uint32_t>(size));
  llvm::Value* old_shadow =
      builder.CreateCall(helpers_.load(false), {address, bytes, word(builder, &update), builder.getFalse()});
  const Update u{builder, update, old_shadow, operand, operand_shadow, static_cast<unsigned>(size * kByteBits)};
  if (exchanges) {
    // Storing what is already there changes nothing, and other threads may notice.
    builder.CreateCall(helpers_.exchanged(),
                       {address, combined(u, Kind::kEqual), word(builder, builder.CreateICmpEQ(&update, operand)),
                        context_.places.at(update)});
  }
  if (llvm::Value* result = updated(u); result != nullptr) {
    llvm::Value* value = builder.CreateLoad(operand->getType(), address);  // nobody else runs here
    builder.CreateCall(helpers_.store(false), {address, bytes, result, word(builder, value), builder.getFalse()});
  } else {
    give_up("an atomic operation");
  }
  set(update, {old_shadow});
}

}  // namespace heddle::instrument
