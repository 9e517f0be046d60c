#include "instrument/exchanges.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/AtomicOrdering.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <utility>
#include <vector>

#include "instrument/compare_exchange.h"
#include "instrument/known_calls.h"
#include "instrument/source.h"

namespace heddle::instrument {

namespace {

using llvm::AtomicOrdering;

// The arguments of such a function.
enum Argument : unsigned { kAddress, kExpected, kDesired, kSuccess, kFailure };

// A class, mangled: std::__atomic_base of integers, std::atomic of pointers and of bool.
bool is_atomic_class(llvm::StringRef name) {
  return name.starts_with("St13__atomic_baseI") || name.starts_with("St6atomicIP") || name.starts_with("St6atomicIbE");
}

// The name of a function, mangled.
bool compares_and_exchanges(llvm::StringRef name) {
  if (!name.consume_front("_ZNV") && !name.consume_front("_ZN")) return false;
  return is_atomic_class(name) &&
         (name.contains("E21compare_exchange_weakE") || name.contains("E23compare_exchange_strongE"));
}

enum class Load : std::uint8_t { kNone, kWithOrder, kConversion };

Load load_by(llvm::StringRef name) {
  if ((!name.consume_front("_ZNVK") && !name.consume_front("_ZNK")) || !is_atomic_class(name)) return Load::kNone;
  if (name.ends_with("E4loadESt12memory_order")) return Load::kWithOrder;
  return name.contains("Ecv") && name.ends_with("Ev") ? Load::kConversion : Load::kNone;
}

llvm::CallInst* exchange(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->arg_size() < kFailure || call->arg_size() > kFailure + 1) return nullptr;
  const llvm::Function* const called = called_function(*call);
  if (called == nullptr || call->getCalledFunction() != called || !call->getType()->isIntegerTy(1)) return nullptr;
  const llvm::Type* type = call->getArgOperand(kDesired)->getType();
  if (!type->isIntegerTy() && !type->isPointerTy()) return nullptr;
  return compares_and_exchanges(called->getName()) ? call : nullptr;
}

std::optional<AtomicOrdering> order_of(const llvm::Value& argument) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&argument);
  if (number == nullptr || !llvm::isValidAtomicOrderingCABI(number->getZExtValue())) return std::nullopt;
  switch (static_cast<llvm::AtomicOrderingCABI>(number->getZExtValue())) {
    case llvm::AtomicOrderingCABI::relaxed: return AtomicOrdering::Monotonic;
    case llvm::AtomicOrderingCABI::consume:
    case llvm::AtomicOrderingCABI::acquire: return AtomicOrdering::Acquire;
    case llvm::AtomicOrderingCABI::release: return AtomicOrdering::Release;
    case llvm::AtomicOrderingCABI::acq_rel: return AtomicOrdering::AcquireRelease;
    case llvm::AtomicOrderingCABI::seq_cst: return AtomicOrdering::SequentiallyConsistent;
  }
  return std::nullopt;
}

struct Orders {
  AtomicOrdering success;
  AtomicOrdering failure;
};

std::optional<Orders> orders_of(const llvm::CallInst& call) {
  const auto success = order_of(*call.getArgOperand(kSuccess));
  if (!success) return std::nullopt;
  if (call.arg_size() <= kFailure)
    return Orders{*success, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(*success)};
  const auto failure = order_of(*call.getArgOperand(kFailure));
  if (!failure || !llvm::AtomicCmpXchgInst::isValidFailureOrdering(*failure)) return std::nullopt;
  return Orders{*success, *failure};
}

// Is it a variable that nobody has a pointer to, apart from such calls?
bool is_own_variable(const llvm::Value& pointer) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&pointer);
  if (variable == nullptr) return false;
  return llvm::all_of(variable->uses(), [](const llvm::Use& use) {
    auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::LoadInst, llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic>(user)) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return use.get() == store->getPointerOperand();
    const llvm::CallInst* call = exchange(user);
    return call != nullptr && use.getOperandNo() == kExpected && orders_of(*call);
  });
}

void expand(llvm::CallInst& call) {
  const std::optional<Orders> orders = orders_of(call);
  if (!orders) return;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* const expected = call.getArgOperand(kExpected);
  llvm::Value* desired = call.getArgOperand(kDesired);
  // A truth value is a byte in memory.
  if (desired->getType()->isIntegerTy(1)) desired = builder.CreateZExt(desired, builder.getInt8Ty());
  llvm::Value* const old = builder.CreateLoad(desired->getType(), expected);
  auto* const pair = builder.CreateAtomicCmpXchg(call.getArgOperand(kAddress), old, desired, llvm::MaybeAlign(),
                                                 orders->success, orders->failure);
  llvm::Value* const got = builder.CreateExtractValue(pair, 1);
  builder.CreateStore(builder.CreateSelect(got, old, builder.CreateExtractValue(pair, 0)), expected);
  call.replaceAllUsesWith(got);
  call.eraseFromParent();
}

// The order of a load whose result goes to the variable and nowhere else; none if the value is something else.
std::optional<AtomicOrdering> load_order(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* const called = call != nullptr && call->hasOneUse() ? called_function(*call) : nullptr;
  if (called == nullptr || call->getCalledFunction() != called) return std::nullopt;
  switch (load_by(called->getName())) {
    case Load::kNone: return std::nullopt;
    case Load::kConversion: return AtomicOrdering::SequentiallyConsistent;
    case Load::kWithOrder: break;
  }
  const auto order = order_of(*call->getArgOperand(1));
  const bool is_valid = order && *order != AtomicOrdering::Release && *order != AtomicOrdering::AcquireRelease;
  return is_valid ? order : std::nullopt;
}

void expand_load(llvm::CallInst& call, AtomicOrdering order) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type* const type = call.getType();
  const llvm::Align align(call.getDataLayout().getTypeStoreSize(type));
  llvm::LoadInst* const load = builder.CreateAlignedLoad(type, call.getArgOperand(kAddress), align);
  load->setAtomic(order);
  call.replaceAllUsesWith(load);
  call.eraseFromParent();
}

// What was loaded from a std::atomic to begin with.
void expand_loads(llvm::AllocaInst& expected) {
  std::vector<std::pair<llvm::CallInst*, AtomicOrdering>> found;
  for (llvm::User* user : expected.users()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getPointerOperand() != &expected) continue;
    if (const auto order = load_order(*store->getValueOperand()))
      found.emplace_back(llvm::cast<llvm::CallInst>(store->getValueOperand()), *order);
  }
  for (const auto& [call, order] : found) expand_load(*call, order);
}

bool expand_exchanges(llvm::Function& function) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::CallInst* const call = exchange(instruction);
    if (call != nullptr && orders_of(*call) && is_own_variable(*call->getArgOperand(kExpected))) found.push_back(call);
  }
  for (llvm::CallInst* call : found) {
    expand_loads(llvm::cast<llvm::AllocaInst>(*call->getArgOperand(kExpected)));
    expand(*call);
  }
  return !found.empty();
}

}  // namespace

namespace {

llvm::Value* place_of(llvm::Value& pointer, const llvm::DataLayout& layout, llvm::APInt& offset) {
  offset = llvm::APInt(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  return pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
}

bool is_same_place(llvm::Value& a, llvm::Value& b, const llvm::DataLayout& layout) {
  llvm::APInt at_a;
  llvm::APInt at_b;
  return place_of(a, layout, at_a) == place_of(b, layout, at_b) && at_a == at_b;
}

// Writes what was found if it fails, like the library's function.
void expand_in_place(llvm::CallInst& call, const Orders& orders) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* const expected = call.getArgOperand(kExpected);
  llvm::Value* const desired = call.getArgOperand(kDesired);
  llvm::Value* const old = builder.CreateLoad(desired->getType(), expected);
  auto* const pair = builder.CreateAtomicCmpXchg(call.getArgOperand(kAddress), old, desired, llvm::MaybeAlign(),
                                                 orders.success, orders.failure);
  llvm::Value* const got = builder.CreateExtractValue(pair, 1);
  llvm::Value* const found = builder.CreateExtractValue(pair, 0);
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(builder.CreateNot(got), &call, false));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateStore(found, expected);
  call.replaceAllUsesWith(got);
  call.eraseFromParent();
}

// The call in the loop whose expected value is what was stored last before the loop.
llvm::CallInst* find_kept(const llvm::Loop& loop, llvm::StoreInst& first) {
  llvm::CallInst* found = nullptr;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& i : *block) {
      llvm::CallInst* const call = exchange(i);
      if (call == nullptr) continue;
      if (std::exchange(found, call) != nullptr) return nullptr;
    }
  }
  if (found == nullptr || found->getArgOperand(kDesired)->getType() != first.getValueOperand()->getType() ||
      first.getValueOperand()->getType()->isIntegerTy(1) || !orders_of(*found))
    return nullptr;
  const llvm::DataLayout& layout = first.getDataLayout();
  return is_same_place(*found->getArgOperand(kExpected), *first.getPointerOperand(), layout) ? found : nullptr;
}

bool expand_kept(const llvm::Loop& loop) {
  const llvm::BasicBlock* const before = loop.getLoopPreheader();
  llvm::StoreInst* const first = before != nullptr && loop.isInnermost() ? last_store(*before) : nullptr;
  if (first == nullptr) return false;
  const auto order = load_order(*first->getValueOperand());
  if (!order) return false;
  llvm::CallInst* const call = find_kept(loop, *first);
  if (call == nullptr) return false;
  const auto orders = orders_of(*call);
  if (!orders) return false;
  expand_load(llvm::cast<llvm::CallInst>(*first->getValueOperand()), *order);
  expand_in_place(*call, *orders);
  return true;
}

}  // namespace

llvm::PreservedAnalyses ExpandKeptPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const auto exchanges = [](llvm::Instruction& i) { return exchange(i) != nullptr; };
  if (is_system_function(function) || llvm::none_of(llvm::instructions(function), exchanges))
    return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (bool again = true; again; changed = changed || again) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    again = llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) { return expand_kept(*loop); });
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses ExpandExchangesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !is_system_function(function)) changed = expand_exchanges(function) || changed;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
