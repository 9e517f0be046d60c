#include "instrument/looks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

// Functions of std::atomic that are a single access: they return what was found.
enum class Wrapper { kNone, kLoad, kExchange };

Wrapper wrapper_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr || call->arg_empty() ? nullptr : called_function(*call);
  if (callee == nullptr || !(call->getType()->isIntegerTy() || call->getType()->isPointerTy())) return Wrapper::kNone;
  llvm::StringRef name = callee->getName();
  const bool is_const = name.consume_front("_ZNK") || name.consume_front("_ZNVK");
  if (!is_const && !name.consume_front("_ZNV") && !name.consume_front("_ZN")) return Wrapper::kNone;
  if (name.starts_with("St11atomic_flag")) {
    if (name.contains("12test_and_setE")) return Wrapper::kExchange;
    return name.contains("4testE") ? Wrapper::kLoad : Wrapper::kNone;
  }
  if (!name.starts_with("St6atomicI") && !name.starts_with("St13__atomic_baseI")) return Wrapper::kNone;
  if (is_const && (name.ends_with("4loadESt12memory_order") || (name.contains("Ecv") && name.ends_with("Ev"))))
    return Wrapper::kLoad;
  return name.contains("8exchangeE") && name.ends_with("St12memory_order") ? Wrapper::kExchange : Wrapper::kNone;
}

// What a number that is only ever 0 or 1 was converted from; null if it is something else.
const llvm::Value* as_truth(const llvm::Value* value) {
  while (!value->getType()->isIntegerTy(1)) {
    if (!llvm::isa<llvm::ZExtInst, llvm::TruncInst>(value)) return nullptr;
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  }
  return value;
}

}  // namespace

bool looks(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isAtomic();
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return rmw->getOperation() == llvm::AtomicRMWInst::Xchg;
  return llvm::isa<llvm::AtomicCmpXchgInst>(instruction) || wrapper_of(instruction) != Wrapper::kNone;
}

bool is_load(const llvm::Instruction& look) {
  return llvm::isa<llvm::LoadInst>(look) || wrapper_of(look) == Wrapper::kLoad;
}

bool is_plain_load(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr && load->isSimple();
}

llvm::Value* address_of(llvm::Instruction& look) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&look)) return call->getArgOperand(0);
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&look)) return rmw->getPointerOperand();
  if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&look)) return cas->getPointerOperand();
  return llvm::cast<llvm::LoadInst>(look).getPointerOperand();
}

llvm::Value* exchanged(llvm::Instruction& look) {
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&look)) return rmw->getValOperand();
  if (wrapper_of(look) != Wrapper::kExchange) return nullptr;
  auto& call = llvm::cast<llvm::CallBase>(look);
  // A flag is being set.
  const bool is_flag = called_function(call)->getName().contains("11atomic_flag");
  return is_flag ? llvm::ConstantInt::getTrue(look.getContext()) : call.getArgOperand(1);
}

bool only_waits(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call))
    return intrinsic->getIntrinsicID() == llvm::Intrinsic::x86_sse2_pause || intrinsic->isAssumeLikeIntrinsic();
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
    const llvm::StringRef text = llvm::StringRef(assembly->getAsmString()).trim();
    return call->arg_empty() && call->getType()->isVoidTy() && (text.empty() || text == "pause" || text == "rep; nop");
  }
  const llvm::Function* callee = called_function(*call);
  return callee != nullptr && only_yields(callee->getName());
}

unsigned width_of(const llvm::Value& value) {
  return value.getType()->isPointerTy() ? 64 : value.getType()->getIntegerBitWidth();
}

bool is_word(const llvm::Value& value) {
  return value.getType()->isPointerTy() || (value.getType()->isIntegerTy() && width_of(value) <= 64);
}

bool stays(const llvm::Value* value, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(value)) return true;
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  return phi != nullptr && phi->getParent() == loop.getHeader() &&
         llvm::isa_and_nonnull<llvm::Constant>(phi->hasConstantValue());
}

bool repeats(const llvm::Value* value, const llvm::Loop& loop) {
  if (stays(value, loop)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || llvm::isa<llvm::PHINode>(instruction)) return false;
  if (instruction->mayReadOrWriteMemory() && !is_plain_load(*instruction)) return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use& use) { return repeats(use.get(), loop); });
}

const llvm::Value* truth(const llvm::Value* condition, bool& leaves) {
  using llvm::CmpInst;
  using namespace llvm::PatternMatch;
  for (;;) {
    llvm::Value* inner = nullptr;
    const llvm::Value* next = nullptr;
    bool negated = false;
    if (match(condition, m_Not(m_Value(inner)))) {
      next = inner;
      negated = true;
    } else if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
               compare != nullptr && compare->isEquality() && match(compare->getOperand(1), m_Zero())) {
      if (!compare->getOperand(0)->getType()->isIntegerTy()) return condition;
      next = as_truth(compare->getOperand(0));
      negated = compare->getPredicate() == CmpInst::ICMP_EQ;
    } else if (match(condition, m_Trunc(m_Value(inner)))) {
      next = as_truth(inner);
    }
    if (next == nullptr) return condition;
    if (negated) leaves = !leaves;
    condition = next;
  }
}

}  // namespace heddle::instrument
