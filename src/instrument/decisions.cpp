#include "instrument/decisions.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Operator.h>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

// A value whose consequences are too many to look at counts as one that is only copied.
constexpr unsigned kMaxValues = 1000;

// heddle_assert, klee_assume and their like.
bool is_question(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr) return false;
  const llvm::StringRef name = callee->getName();
  return name.starts_with("heddle_") || name.starts_with("klee_") || name.starts_with("__VERIFIER_");
}

bool is_decision(const llvm::Use& use) {
  const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
  if (user == nullptr) return false;
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user)) return branch->isConditional();
  if (llvm::isa<llvm::SwitchInst, llvm::IndirectBrInst>(user)) return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return call->isCallee(&use) || is_question(*call);
  const llvm::Value* address = llvm::getLoadStorePointerOperand(user);
  return address == use.get();
}

bool computes(const llvm::User& user) {
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::PHINode,
                   llvm::FreezeInst, llvm::GetElementPtrInst>(user);
}

}  // namespace

bool decides(const llvm::LoadInst& load) {
  llvm::SmallVector<const llvm::Value*, 8> values = {&load};
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  while (!values.empty() && seen.size() < kMaxValues) {
    const llvm::Value* value = values.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const llvm::Use& use : value->uses()) {
      if (is_decision(use)) return true;
      if (computes(*use.getUser())) values.push_back(use.getUser());
    }
  }
  return false;
}

}  // namespace heddle::instrument
