#include "instrument/memory.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

// A variable with more uses counts as escaping: it is instrumented needlessly, which costs only time.
constexpr unsigned kMaxUses = 10'000;

// Thread-local variables of other translation units are reached by calling their wrapper.
bool is_thread_local_address(const llvm::Value& base) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&base);
  const llvm::Function* callee = call == nullptr ? nullptr : called_function(*call);
  return callee != nullptr && (callee->getIntrinsicID() == llvm::Intrinsic::threadlocal_address ||
                               is_thread_local_wrapper(callee->getName()));
}

// Finds out whether an address gets away. Passing the variable itself by value copies it.
class Escape : public llvm::CaptureTracker {
 public:
  bool found() const { return found_; }

  void tooManyUses() override { found_ = true; }
  bool captured(const llvm::Use* use) override {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use->getUser());
    const bool copied = call != nullptr && call->isArgOperand(use) && call->isByValArgument(call->getArgOperandNo(use));
    found_ = found_ || !copied;
    return found_;
  }

 private:
  bool found_ = false;
};

}  // namespace

Memory MemoryOf::operator()(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> bases;
  llvm::getUnderlyingObjects(&pointer, bases, nullptr, 0);
  Memory result = Memory::kConstant;
  for (const llvm::Value* base : bases) {
    const Memory one = object(*base);
    if (one == Memory::kShared) return one;
    if (one == Memory::kThreadLocal || (one == Memory::kPrivate && result == Memory::kConstant)) result = one;
  }
  return bases.empty() ? Memory::kShared : result;
}

Memory MemoryOf::object(const llvm::Value& base) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&base)) {
    if (global->isThreadLocal()) return Memory::kThreadLocal;
    return global->isConstant() ? Memory::kConstant : Memory::kShared;
  }
  if (is_thread_local_address(base)) return Memory::kThreadLocal;
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&base);
  const bool on_stack = llvm::isa<llvm::AllocaInst>(base) || (argument != nullptr && argument->hasByValAttr());
  return on_stack && !escapes(base) ? Memory::kPrivate : Memory::kShared;
}

bool MemoryOf::escapes(const llvm::Value& variable) {
  const auto [known, is_new] = escapes_.try_emplace(&variable, false);
  if (is_new) {
    Escape escape;
    llvm::PointerMayBeCaptured(&variable, &escape, kMaxUses);
    known->second = escape.found();
  }
  return known->second;
}

}  // namespace heddle::instrument
