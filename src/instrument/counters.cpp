#include "instrument/counters.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "instrument/known_calls.h"
#include "instrument/source.h"

namespace heddle::instrument {

namespace {

constexpr std::size_t kMostInstructions = 100;  // an operator of std::atomic, with a case for each memory order
constexpr int kDeepest = 3;                     // an operator calls fetch_add

bool adds(const llvm::AtomicRMWInst& update) {
  return update.getOperation() == llvm::AtomicRMWInst::Add || update.getOperation() == llvm::AtomicRMWInst::Sub;
}

// Does it have no effect, so that it matters only if its own result does?
bool only_hands_on(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::CastInst, llvm::SelectInst>(instruction) ||
         (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isIntDivRem());
}

// What a function of the library does with atomic variables.
enum class Does : std::uint8_t { kNothing, kCounts, kMore };

// Does it do nothing but add to a counter, by itself or through others?
Does what_does(const llvm::Function& function, int depth = 0) {
  if (function.isDeclaration() || depth > kDeepest || function.getInstructionCount() > kMostInstructions)
    return Does::kMore;
  if (!is_system_function(function)) return Does::kMore;
  Does result = Does::kNothing;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      if (!adds(*update)) return Does::kMore;
      result = Does::kCounts;
    } else if (instruction.isAtomic()) {
      return Does::kMore;
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::isa<llvm::IntrinsicInst>(call)) continue;
      // Conversions of a memory order are calls, too.
      const llvm::Function* called = called_function(*call);
      const Does inner = called != nullptr ? what_does(*called, depth + 1) : Does::kMore;
      if (inner == Does::kMore) return inner;
      result = std::max(result, inner);
    }
  }
  return result;
}

// May this be all that is done with a number: is it a certain one? Local variables are not registers yet.
bool may_only_compare(const llvm::Value& number) {
  return llvm::all_of(number.users(), [](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return llvm::isa<llvm::AllocaInst>(store->getPointerOperand());
    if (const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(user)) return may_only_compare(*sum);
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
    return comparison != nullptr && comparison->isEquality();
  });
}

// In a function that may not throw, all calls are invocations.
llvm::CallBase* count_to_inline(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || llvm::isa<llvm::CallBrInst>(call) || !may_only_compare(*call)) return nullptr;
  const llvm::Function* called = called_function(*call);
  const bool counts = called != nullptr && call->getCalledFunction() == called && what_does(*called) == Does::kCounts;
  return counts ? call : nullptr;
}

// The inlined code has the place of the call, which is the user's.
void put_in_place(llvm::CallBase& call) {
  const llvm::DebugLoc place = call.getDebugLoc();
  llvm::Function& caller = *call.getFunction();
  llvm::SmallPtrSet<const llvm::Instruction*, 32> old;
  for (const llvm::Instruction& instruction : llvm::instructions(caller)) old.insert(&instruction);
  llvm::InlineFunctionInfo info;
  if (!llvm::InlineFunction(call, info).isSuccess()) return;
  for (llvm::Instruction& instruction : llvm::instructions(caller)) {
    if (!old.contains(&instruction) && !llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) instruction.setDebugLoc(place);
  }
}

// Calls inside other calls come to light once these have been inlined.
bool inline_counts(llvm::Function& function) {
  bool changed = false;
  for (int depth = 0; depth < kDeepest; ++depth) {
    std::vector<llvm::CallBase*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::CallBase* call = count_to_inline(instruction)) found.push_back(call);
    }
    for (llvm::CallBase* call : found) put_in_place(*call);
    changed = changed || !found.empty();
    if (found.empty()) break;
  }
  return changed;
}

}  // namespace

bool is_unused_addition(const llvm::AtomicRMWInst& update) {
  if (!adds(update)) return false;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> seen;
  llvm::SmallVector<const llvm::Instruction*, 8> left = {&update};
  while (!left.empty()) {
    for (const llvm::User* user : left.pop_back_val()->users()) {
      const auto* next = llvm::dyn_cast<llvm::Instruction>(user);
      if (next == nullptr || !only_hands_on(*next)) return false;
      if (seen.insert(next).second) left.push_back(next);
    }
  }
  return true;
}

std::int64_t added_amount(const llvm::AtomicRMWInst& update) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(update.getValOperand());
  if (!adds(update) || number == nullptr || number->getBitWidth() > 64) return 0;
  const std::int64_t amount = number->getSExtValue();
  if (update.getOperation() == llvm::AtomicRMWInst::Add) return amount;
  return amount == std::numeric_limits<std::int64_t>::min() ? 0 : -amount;
}

namespace {

// Where does a number go that is this much more than a sum? False if it is used for anything but comparisons.
class Comparisons {
 public:
  bool follow(const llvm::Value& value, const llvm::APInt& more) {
    const auto [known, is_new] = more_.try_emplace(&value, more);
    if (!is_new) return known->second == more;
    return llvm::all_of(value.users(), [&](const llvm::User* user) { return follow_to(*user, value, more); });
  }
  const std::optional<llvm::APInt>& sum() const { return sum_; }

 private:
  bool follow_to(const llvm::User& user, const llvm::Value& value, const llvm::APInt& more) {
    if (llvm::isa<llvm::PHINode, llvm::FreezeInst>(user)) return follow(user, more);
    const auto* number = user.getNumOperands() == 2 ? llvm::dyn_cast<llvm::ConstantInt>(user.getOperand(1)) : nullptr;
    if (number == nullptr || user.getOperand(0) != &value) return false;
    if (const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&user)) {
      if (sum->getOpcode() == llvm::Instruction::Add) return follow(*sum, more + number->getValue());
      if (sum->getOpcode() == llvm::Instruction::Sub) return follow(*sum, more - number->getValue());
      return false;
    }
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&user);
    if (comparison == nullptr || !comparison->isEquality()) return false;
    const llvm::APInt sum = number->getValue() - more;
    if (sum_ && *sum_ != sum) return false;
    sum_ = sum;
    return true;
  }

  llvm::SmallDenseMap<const llvm::Value*, llvm::APInt, 8> more_;
  std::optional<llvm::APInt> sum_;  // the one that is looked for
};

}  // namespace

std::optional<std::int64_t> sum_looked_for(const llvm::AtomicRMWInst& update) {
  const std::int64_t amount = added_amount(update);
  if (amount == 0) return std::nullopt;
  Comparisons comparisons;
  // What it returns is less than the sum by the amount.
  const llvm::APInt less(update.getType()->getIntegerBitWidth(), static_cast<std::uint64_t>(-amount), true);
  const std::optional<llvm::APInt>& sum = comparisons.sum();
  if (!comparisons.follow(update, less) || !sum.has_value()) return std::nullopt;
  return sum->getSExtValue();
}

llvm::PreservedAnalyses InlineCountersPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) changed = inline_counts(function) || changed;
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
