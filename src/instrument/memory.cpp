#include "instrument/memory.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "instrument/aside.h"

namespace heddle::instrument {

namespace {

// A variable with more uses counts as escaping: it is instrumented unnecessarily, which only costs time.
constexpr unsigned kMaxUses = 10'000;

// The thread-local variable whose address this is; null if it is not one, or belongs to another translation unit.
const llvm::GlobalVariable* thread_local_at(const llvm::Value& base) {
  const llvm::Value* variable = &base;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&base);
  if (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    variable = intrinsic->getArgOperand(0);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(variable);
  return global != nullptr && global->isThreadLocal() ? global : nullptr;
}

// Finds out whether an address escapes. Passing the variable itself by value copies it.
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

bool gives_any_value(const llvm::Instruction& instruction) {
  const llvm::MDNode* notes = instruction.getMetadata(llvm::LLVMContext::MD_annotation);
  return notes != nullptr && std::any_of(notes->op_begin(), notes->op_end(), [](const llvm::MDOperand& note) {
           const auto* text = llvm::dyn_cast<llvm::MDString>(note);
           return text != nullptr && text->getString() == "auto-init";
         });
}

Memory MemoryOf::operator()(const llvm::Value& pointer) {
  llvm::SmallVector<const llvm::Value*, 4> bases;
  llvm::getUnderlyingObjects(&pointer, bases, nullptr, 0);
  Memory result = Memory::kConstant;
  for (const llvm::Value* base : bases) {
    const Memory one = object(*base);
    if (one == Memory::kShared) return one;
    // Such a variable is always accessed by its own address.
    if (one == Memory::kAside) return bases.size() == 1 ? one : Memory::kShared;
    if (one == Memory::kThreadLocal || (one == Memory::kPrivate && result == Memory::kConstant)) result = one;
  }
  return bases.empty() ? Memory::kShared : result;
}

Memory MemoryOf::object(const llvm::Value& base) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&base)) {
    if (is_aside(*global)) return Memory::kAside;
    if (!global->isThreadLocal()) return global->isConstant() ? Memory::kConstant : Memory::kShared;
  }
  if (const llvm::GlobalVariable* variable = thread_local_at(base); variable != nullptr)
    return others_have(*variable) ? Memory::kShared : Memory::kThreadLocal;
  const auto* argument = llvm::dyn_cast<llvm::Argument>(&base);
  const bool on_stack = llvm::isa<llvm::AllocaInst>(base) || (argument != nullptr && argument->hasByValAttr());
  return on_stack && !escapes(base) ? Memory::kPrivate : Memory::kShared;
}

// May another thread have the address of the variable? It cannot be determined what other translation units know.
bool MemoryOf::others_have(const llvm::GlobalVariable& variable) {
  if (!variable.hasLocalLinkage()) return true;
  return std::any_of(variable.user_begin(), variable.user_end(), [&](const llvm::User* user) {
    const bool is_address = llvm::isa<llvm::Instruction>(user) && thread_local_at(*user) == &variable;
    return is_address ? escapes(*user) : !llvm::isa<llvm::LoadInst>(user);
  });
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
