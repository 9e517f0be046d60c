#include "instrument/told_bits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "abi/instrumented.h"
#include "instrument/shadow_bits.h"

namespace heddle::instrument {

namespace {

constexpr const char* kTellsResult = "heddle-tells-result";
constexpr const char* kTakesBits = "heddle-takes-bits";
constexpr unsigned kMostBits = 64;

bool fits(llvm::Type* type) {
  const llvm::IntegerType* bits = type->isVoidTy() ? nullptr : bits_type(type);
  return bits != nullptr && bits->getBitWidth() <= kMostBits;
}

// The store before the end would come between such a call and the end.
bool ends_with_call(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && call->isMustTailCall();
  });
}

const llvm::CallBase* call_of(const llvm::Use& use, const llvm::Function& function) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  const bool is_call = call != nullptr && call->isCallee(&use) && call->getFunctionType() == function.getFunctionType();
  return is_call ? call : nullptr;
}

bool may_tell_result(const llvm::Function& function) {
  return fits(function.getReturnType()) && !function.hasRetAttribute(llvm::Attribute::NoUndef) &&
         !function.isInterposable() && !ends_with_call(function) &&
         llvm::any_of(function.uses(), [&](const llvm::Use& use) { return call_of(use, function) != nullptr; });
}

bool is_open_argument(const llvm::Argument& argument) {
  return fits(argument.getType()) && !argument.hasAttribute(llvm::Attribute::NoUndef) && !argument.hasByValAttr() &&
         !argument.hasStructRetAttr() && argument.getArgNo() < HEDDLE_TOLD_ARGUMENTS;
}

bool is_called_by_name_only(const llvm::Function& function) {
  return function.hasLocalLinkage() && !function.isVarArg() && llvm::all_of(function.uses(), [&](const llvm::Use& use) {
           const llvm::CallBase* call = call_of(use, function);
           return call != nullptr && call->getFunction()->hasFnAttribute(kTakesBits);
         });
}

llvm::Value* word(llvm::IRBuilder<>& builder, const char* name, llvm::Type* type) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto* variable = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(name, type));
  variable->setThreadLocalMode(llvm::GlobalValue::GeneralDynamicTLSModel);
  return builder.CreateThreadLocalAddress(variable);
}

}  // namespace

bool keeps_bits(const llvm::Function& function) {
  return !function.isPresplitCoroutine() && !function.callsFunctionThatReturnsTwice();
}

void mark_told_bits(const std::vector<llvm::Function*>& functions) {
  for (llvm::Function* function : functions) {
    if (keeps_bits(*function)) function->addFnAttr(kTakesBits);
  }
  for (llvm::Function* function : functions) {
    if (may_tell_result(*function)) function->addFnAttr(kTellsResult);
  }
  // The remaining ones have callers that all pass the bits.
  std::vector<llvm::Function*> others;
  for (llvm::Function* function : functions) {
    if (!is_called_by_name_only(*function)) others.push_back(function);
  }
  for (llvm::Function* function : others) function->addFnAttr(kTakesBits, "not");
}

bool tells_result(const llvm::Function& function) { return function.hasFnAttribute(kTellsResult); }

bool has_told_result(const llvm::Instruction& call) {
  const auto* direct = llvm::dyn_cast<llvm::CallInst>(&call);
  if (direct == nullptr || direct->isMustTailCall()) return false;
  const llvm::Function* callee = direct->getCalledFunction();
  return callee != nullptr && tells_result(*callee) && direct->getFunctionType() == callee->getFunctionType();
}

bool is_told_argument(const llvm::Function& function, unsigned number) {
  return function.hasFnAttribute(kTakesBits) && function.getFnAttribute(kTakesBits).getValueAsString().empty() &&
         number < function.arg_size() && is_open_argument(*function.getArg(number));
}

llvm::Value* result_bits(llvm::IRBuilder<>& builder) {
  return word(builder, "__heddle_result_bits", builder.getInt64Ty());
}

llvm::Value* argument_bits(llvm::IRBuilder<>& builder, unsigned number) {
  llvm::Type* words = llvm::ArrayType::get(builder.getInt64Ty(), HEDDLE_TOLD_ARGUMENTS);
  return builder.CreateConstInBoundsGEP2_64(words, word(builder, "__heddle_argument_bits", words), 0, number);
}

bool is_told_bits(const llvm::Value& pointer) {
  const auto* address = llvm::dyn_cast<llvm::IntrinsicInst>(pointer.stripInBoundsConstantOffsets());
  if (address == nullptr || address->getIntrinsicID() != llvm::Intrinsic::threadlocal_address) return false;
  const llvm::StringRef name = address->getArgOperand(0)->getName();
  return name == "__heddle_result_bits" || name == "__heddle_argument_bits";
}

}  // namespace heddle::instrument
