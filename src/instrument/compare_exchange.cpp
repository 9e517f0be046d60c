#include "instrument/compare_exchange.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/PatternMatch.h>

#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

using Exchange = llvm::AtomicCmpXchgInst;

bool is_found(llvm::Value* value, const Exchange& exchange) {
  using namespace llvm::PatternMatch;
  return match(without_casts(value), m_ExtractValue<0>(m_Specific(&exchange)));
}

// Does the condition say whether the exchange has changed anything? `when`: the value of the condition if so.
bool says_whether_changed(const llvm::Value* condition, const Exchange& exchange, bool& when) {
  using namespace llvm::PatternMatch;
  when = true;
  return match(truth(condition, when), m_ExtractValue<1>(m_Specific(&exchange)));
}

bool does_nothing(const llvm::Instruction& i) { return !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects(); }

// The atomic load that finds this, if nothing else that uses it could tell it from what is found later.
llvm::LoadInst* only_used_load(llvm::Value* value) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(without_casts(value));
  if (load == nullptr || !load->isAtomic() || load->isVolatile()) return nullptr;
  for (; value->hasOneUser() && value != load; value = llvm::cast<llvm::CastInst>(value)->getOperand(0)) {
  }
  return value->hasOneUser() ? load : nullptr;
}

}  // namespace

llvm::Value* without_casts(llvm::Value* value) {
  while (llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::BitCastInst>(value)) {
    auto* cast = llvm::cast<llvm::CastInst>(value);
    if (!cast->isNoopCast(cast->getDataLayout())) break;
    value = cast->getOperand(0);
  }
  return value;
}

const llvm::BasicBlock* after_failure(const llvm::Instruction* end, const Exchange& exchange) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end);
  bool when = true;
  if (branch == nullptr || !branch->isConditional() || !says_whether_changed(branch->getCondition(), exchange, when))
    return nullptr;
  return branch->getSuccessor(when ? 1 : 0);
}

bool is_found_by_failure(llvm::Value* value, const Exchange& exchange) {
  if (is_found(value, exchange)) return true;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
    bool when = true;
    if (!says_whether_changed(select->getCondition(), exchange, when)) return false;
    return is_found(const_cast<llvm::Value*>(when ? select->getFalseValue() : select->getTrueValue()), exchange);
  }
  auto* phi = llvm::dyn_cast<llvm::PHINode>(without_casts(value));
  if (phi == nullptr) return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    if (is_found(phi->getIncomingValue(i), exchange)) continue;
    const llvm::BasicBlock* failed = after_failure(phi->getIncomingBlock(i)->getTerminator(), exchange);
    if (failed == nullptr || failed == phi->getParent()) return false;
  }
  return true;
}

llvm::LoadInst* first_load(const llvm::PHINode& found, const llvm::BasicBlock& before) {
  llvm::LoadInst* const load = only_used_load(found.getIncomingValueForBlock(&before));
  if (load == nullptr || load->getParent() != &before) return nullptr;
  return std::all_of(std::next(load->getIterator()), load->getParent()->end(), does_nothing) ? load : nullptr;
}

llvm::StoreInst* last_store(const llvm::BasicBlock& block) {
  const auto last = std::find_if_not(block.rbegin(), block.rend(), does_nothing);
  if (last == block.rend()) return nullptr;
  auto* store = llvm::dyn_cast<llvm::StoreInst>(const_cast<llvm::Instruction*>(&*last));
  return store != nullptr && store->isSimple() ? store : nullptr;
}

llvm::LoadInst* load_stored_by(const llvm::StoreInst& store) {
  llvm::LoadInst* const load = only_used_load(const_cast<llvm::Value*>(store.getValueOperand()));
  if (load == nullptr || load->getParent() != store.getParent()) return nullptr;
  const auto end = const_cast<llvm::StoreInst&>(store).getIterator();
  return std::all_of(std::next(load->getIterator()), end, does_nothing) ? load : nullptr;
}

bool is_same_address(const llvm::Value* a, const llvm::Value* b) {
  const auto* x = llvm::dyn_cast<llvm::GetElementPtrInst>(a);
  const auto* y = llvm::dyn_cast<llvm::GetElementPtrInst>(b);
  return a == b || (x != nullptr && y != nullptr && x->isIdenticalTo(y));
}

}  // namespace heddle::instrument
