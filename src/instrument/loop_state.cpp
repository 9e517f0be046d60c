#include "instrument/loop_state.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace heddle::instrument {

namespace {

constexpr unsigned kWordBits = 64;
// An odd number without pattern (the golden ratio): multiplication by it is a bijection.
constexpr std::uint64_t kMixer = 0x9E3779B97F4A7C15;

// Where a value is used, as far as its liveness is concerned: a phi uses it at the end of the block that it comes from.
const llvm::BasicBlock* block_of(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
}

}  // namespace

bool is_small(const llvm::Type& type) {
  if (type.isPointerTy()) return true;
  return (type.isIntegerTy() || type.isFloatingPointTy()) && type.getPrimitiveSizeInBits() <= kWordBits;
}

bool is_alive(const llvm::Instruction& value, const llvm::BasicBlock& at) {
  const llvm::BasicBlock* defined = value.getParent();
  if (defined == &at) return llvm::isa<llvm::PHINode>(value) && !value.use_empty();
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> alive;  // at their beginning
  llvm::SmallVector<const llvm::BasicBlock*, 16> work;
  const auto reach = [&](const llvm::BasicBlock* block) {
    if (block != defined && alive.insert(block).second) work.push_back(block);
  };
  for (const llvm::Use& use : value.uses()) reach(block_of(use));
  while (!work.empty()) {
    for (const llvm::BasicBlock* from : llvm::predecessors(work.pop_back_val())) reach(from);
  }
  return alive.contains(&at);
}

namespace {

// Everything that is live there and is computed in the loop; none if something does not fit.
std::optional<LoopCut> cut_at(llvm::BasicBlock& block, const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  LoopCut cut{.block = &block, .state = {}};
  for (llvm::BasicBlock* candidate : loop.blocks()) {
    if (!dominators.dominates(candidate, &block)) continue;
    for (llvm::Instruction& value : *candidate) {
      if (value.getType()->isVoidTy() || !is_alive(value, block)) continue;
      if (!is_small(*value.getType())) return {};
      cut.state.push_back(&value);
    }
  }
  return cut;
}

// Makes copies of phis and selects in which undefined values are replaced by zero.
class Definer {
 public:
  llvm::Value* define(llvm::Value& value) {
    if (llvm::isa<llvm::UndefValue>(value)) return llvm::Constant::getNullValue(value.getType());
    if (!may_be_undefined(value)) return &value;
    const auto known = copies_.find(&value);
    if (known != copies_.end()) return known->second;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return copy(*phi);
    return copy(*llvm::cast<llvm::SelectInst>(&value));
  }

 private:
  llvm::Value* copy(llvm::PHINode& phi) {
    auto* defined = llvm::PHINode::Create(phi.getType(), phi.getNumIncomingValues(), "", phi.getIterator());
    copies_[&phi] = defined;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      defined->addIncoming(define(*phi.getIncomingValue(i)), phi.getIncomingBlock(i));
    return defined;
  }

  llvm::Value* copy(llvm::SelectInst& select) {
    llvm::Value* yes = define(*select.getTrueValue());
    llvm::Value* no = define(*select.getFalseValue());
    return copies_[&select] =
               llvm::SelectInst::Create(select.getCondition(), yes, no, "", std::next(select.getIterator()));
  }

  // Is one of the values to choose from undefined?
  static bool may_be_undefined(llvm::Value& value) {
    llvm::SmallPtrSet<llvm::Value*, 8> seen;
    llvm::SmallVector<llvm::Value*, 8> work{&value};
    while (!work.empty()) {
      llvm::Value* next = work.pop_back_val();
      if (llvm::isa<llvm::UndefValue>(next)) return true;
      if (!seen.insert(next).second) continue;
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(next)) work.append(phi->op_begin(), phi->op_end());
      if (auto* select = llvm::dyn_cast<llvm::SelectInst>(next))
        work.append({select->getTrueValue(), select->getFalseValue()});
    }
    return false;
  }

  llvm::DenseMap<llvm::Value*, llvm::Value*> copies_;
};

}  // namespace

std::optional<LoopCut> find_cut(const llvm::Loop& loop, const llvm::LoopInfo& loops,
                                const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  llvm::BasicBlock* block = latches.front();
  for (llvm::BasicBlock* latch : latches) block = dominators.findNearestCommonDominator(block, latch);
  std::optional<LoopCut> best;
  for (;; block = dominators.getNode(block)->getIDom()->getBlock()) {
    // One of an inner loop is passed more often.
    const bool is_once = loops.getLoopFor(block) == &loop && block->getFirstInsertionPt() != block->end();
    std::optional<LoopCut> cut = is_once ? cut_at(*block, loop, dominators) : std::nullopt;
    // On a tie, the earlier point in the iteration: that is where the loop is in the source.
    if (cut && (!best || cut->state.size() <= best->state.size())) best = std::move(cut);
    if (block == loop.getHeader()) return best;
  }
}

llvm::Value* mix(llvm::IRBuilder<>& builder, llvm::Value* state, llvm::ArrayRef<llvm::Value*> words) {
  for (llvm::Value* word : words) state = builder.CreateMul(builder.CreateXor(state, word), builder.getInt64(kMixer));
  return state;
}

llvm::Value* defined_word(llvm::Value& value, llvm::Instruction& before) {
  llvm::Value* defined = Definer().define(value);
  llvm::IRBuilder<> builder(&before);
  // Overflow and the like yield poison, which would spread to the other values.
  defined = builder.CreateFreeze(defined);
  llvm::Type* word = builder.getInt64Ty();
  if (defined->getType()->isPointerTy()) return builder.CreatePtrToInt(defined, word);
  if (defined->getType()->isFloatingPointTy()) {
    defined = builder.CreateBitCast(defined, builder.getIntNTy(defined->getType()->getPrimitiveSizeInBits()));
  }
  return builder.CreateZExt(defined, word);
}

}  // namespace heddle::instrument
