#include "instrument/awaits.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

using llvm::CmpInst;

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

// Does the instruction look at memory in a way that may be all that a loop does?
bool looks(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isAtomic();
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return rmw->getOperation() == llvm::AtomicRMWInst::Xchg;
  return llvm::isa<llvm::AtomicCmpXchgInst>(instruction) || wrapper_of(instruction) != Wrapper::kNone;
}

// A hint to the processor or the system that the thread waits.
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

// The only look of a loop that does nothing else; null if it does more.
llvm::Instruction* only_look(const llvm::Loop& loop) {
  llvm::Instruction* look = nullptr;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (looks(instruction)) {
        if (look != nullptr) return nullptr;
        look = &instruction;
      } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) {
        if (!only_waits(instruction)) return nullptr;
      }
    }
  }
  return look;
}

// Something that is the same in every iteration: not defined in the loop, or carried over as the same constant.
bool stays(const llvm::Value* value, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(value)) return true;
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  return phi != nullptr && phi->getParent() == loop.getHeader() &&
         llvm::isa_and_nonnull<llvm::Constant>(phi->hasConstantValue());
}

std::optional<heddle_relation> relation_of(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ: return HEDDLE_EQUAL;
    case CmpInst::ICMP_NE: return HEDDLE_NOT_EQUAL;
    case CmpInst::ICMP_SLT: return HEDDLE_LESS;
    case CmpInst::ICMP_SLE: return HEDDLE_LESS_EQUAL;
    case CmpInst::ICMP_ULT: return HEDDLE_BELOW;
    case CmpInst::ICMP_ULE: return HEDDLE_BELOW_EQUAL;
    case CmpInst::ICMP_UGT: return HEDDLE_ABOVE;
    case CmpInst::ICMP_UGE: return HEDDLE_ABOVE_EQUAL;
    case CmpInst::ICMP_SGT: return HEDDLE_GREATER;
    case CmpInst::ICMP_SGE: return HEDDLE_GREATER_EQUAL;
    default: return std::nullopt;
  }
}

// A comparison of what a look found, or of its lowest bits, with something that stays the same.
struct Comparison {
  CmpInst::Predicate predicate = CmpInst::ICMP_NE;
  unsigned bits = 0;
  llvm::Value* value = nullptr;
};

// How many of the lowest bits of what the look found this value consists of; none if it is something else.
std::optional<unsigned> bits_of(const llvm::Value* value, const llvm::Instruction* look) {
  using namespace llvm::PatternMatch;
  constexpr unsigned kPointerBits = 64;
  const llvm::Type* type = value->getType();
  if (value == look && type->isPointerTy()) return kPointerBits;
  if (!type->isIntegerTy()) return std::nullopt;
  if (value == look || match(value, m_Trunc(m_Specific(look)))) return type->getIntegerBitWidth();
  const llvm::APInt* mask = nullptr;
  if (match(value, m_And(m_Specific(look), m_APInt(mask))) && mask->isMask()) return mask->countr_one();
  return std::nullopt;
}

std::optional<Comparison> comparison_of(const llvm::Value* condition, const llvm::Instruction* look,
                                        const llvm::Loop& loop) {
  if (const auto bits = bits_of(condition, look))
    return Comparison{CmpInst::ICMP_NE, *bits, llvm::ConstantInt::getFalse(condition->getContext())};
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (compare == nullptr) return std::nullopt;
  const bool swapped = !bits_of(compare->getOperand(0), look);
  llvm::Value* const found = compare->getOperand(swapped ? 1 : 0);
  llvm::Value* const value = compare->getOperand(swapped ? 0 : 1);
  const auto bits = bits_of(found, look);
  if (!bits || !stays(value, loop)) return std::nullopt;
  // A mask is as wide as what it applies to: the value must be within it.
  if (found != look && !llvm::isa<llvm::TruncInst>(found)) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    if (constant == nullptr || !constant->getValue().isIntN(*bits) || !compare->isEquality()) return std::nullopt;
  }
  return Comparison{swapped ? compare->getSwappedPredicate() : compare->getPredicate(), *bits, value};
}

llvm::Value* address_of(llvm::Instruction& look) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&look)) return call->getArgOperand(0);
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&look)) return rmw->getPointerOperand();
  return llvm::cast<llvm::LoadInst>(look).getPointerOperand();
}

// What an exchange stores; null for other looks.
llvm::Value* exchanged(llvm::Instruction& look) {
  if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&look)) return rmw->getValOperand();
  if (wrapper_of(look) != Wrapper::kExchange) return nullptr;
  auto& call = llvm::cast<llvm::CallBase>(look);
  // A flag is being set.
  const bool is_flag = called_function(call)->getName().contains("11atomic_flag");
  return is_flag ? llvm::ConstantInt::getTrue(look.getContext()) : call.getArgOperand(1);
}

// Does an exchange that finds what it stores, and so changes nothing, repeat the loop?
bool goes_on_in_vain(const llvm::Value& puts, const Comparison& leaves) {
  const auto* put = llvm::dyn_cast<llvm::ConstantInt>(&puts);
  const auto* value = llvm::dyn_cast<llvm::ConstantInt>(leaves.value);
  if (put == nullptr || value == nullptr) return false;
  return !llvm::ICmpInst::compare(put->getValue().zextOrTrunc(leaves.bits), value->getValue().zextOrTrunc(leaves.bits),
                                  leaves.predicate);
}

// Strips the negations of a truth value, and conversions to a number and back.
const llvm::Value* truth(const llvm::Value* condition, bool& leaves) {
  using namespace llvm::PatternMatch;
  for (llvm::Value* inner = nullptr;; condition = inner) {
    if (match(condition, m_Not(m_Value(inner)))) {
      leaves = !leaves;
    } else if (!match(condition, m_Trunc(m_ZExt(m_Value(inner)))) || !inner->getType()->isIntegerTy(1)) {
      return condition;
    }
  }
}

unsigned width_of(const llvm::Value& value) {
  return value.getType()->isPointerTy() ? 64 : value.getType()->getIntegerBitWidth();
}

bool is_word(const llvm::Value& value) {
  return value.getType()->isPointerTy() || (value.getType()->isIntegerTy() && width_of(value) <= 64);
}

std::optional<Await> await_of(const llvm::Loop& loop, llvm::Instruction& look) {
  using namespace llvm::PatternMatch;
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(loop.getExitingBlock()->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  bool leaves = !loop.contains(branch->getSuccessor(0));  // if the condition holds
  const llvm::Value* const condition = truth(branch->getCondition(), leaves);
  if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&look)) {
    llvm::Value* const expected = cas->getCompareOperand();
    const bool has_changed = match(condition, m_ExtractValue<1>(m_Specific(cas)));
    if (!has_changed || !leaves || !is_word(*expected) || !stays(expected, loop)) return std::nullopt;
    return Await{cas, cas->getPointerOperand(), HEDDLE_EQUAL, width_of(*expected), expected};
  }
  if (!is_word(look)) return std::nullopt;
  std::optional<Comparison> comparison = comparison_of(condition, &look, loop);
  if (!comparison) return std::nullopt;
  if (!leaves) comparison->predicate = CmpInst::getInversePredicate(comparison->predicate);
  llvm::Value* const address = address_of(look);
  if (llvm::Value* const puts = exchanged(look)) {
    if (!goes_on_in_vain(*puts, *comparison)) return std::nullopt;
    return Await{&look, address, HEDDLE_NOT_EQUAL, width_of(*puts), puts};
  }
  const auto relation = relation_of(comparison->predicate);
  if (!relation) return std::nullopt;
  return Await{&look, address, *relation, comparison->bits, comparison->value};
}

}  // namespace

std::vector<Await> find_awaits(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators) {
  std::vector<Await> found;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::BasicBlock* exiting = loop->getExitingBlock();
    if (!loop->isInnermost() || exiting == nullptr) continue;
    // What it carries from iteration to iteration may be a bound on their number.
    const auto stays_the_same = [&](const llvm::PHINode& phi) { return stays(&phi, *loop); };
    if (!llvm::all_of(loop->getHeader()->phis(), stays_the_same)) continue;
    llvm::Instruction* const look = only_look(*loop);
    if (look == nullptr || !dominators.dominates(look->getParent(), exiting)) continue;
    if (const std::optional<Await> await = await_of(*loop, *look)) found.push_back(*await);
  }
  return found;
}

void instrument(const Await& await, const Hooks& hooks) {
  llvm::IRBuilder<> builder(await.look);
  llvm::Value* const word = await.value->getType()->isPointerTy()
                                ? builder.CreatePtrToInt(await.value, builder.getInt64Ty())
                                : builder.CreateZExt(await.value, builder.getInt64Ty());
  builder.CreateCall(hooks.await_next,
                     {await.address, builder.getInt32(await.relation), builder.getInt32(await.bits), word});
}

}  // namespace heddle::instrument
