#include "instrument/joined_ways.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

constexpr int kMostCopies = 64;  // in one function
constexpr std::size_t kMostInstructions = 16;

// A block that only computes where to go, from what the blocks before it have put there.
bool only_decides(const llvm::BasicBlock& block) {
  if (!llvm::isa<llvm::PHINode>(block.front()) || block.size() > kMostInstructions) return false;
  if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(block.getTerminator())) return false;
  return llvm::all_of(block, [&](const llvm::Instruction& i) {
    return i.isTerminator() || (!i.mayReadOrWriteMemory() && !i.mayHaveSideEffects() && !i.getType()->isTokenTy() &&
                                !llvm::isa<llvm::AllocaInst>(i));
  });
}

// What decides where the block leads; null if it leads to one block.
llvm::Value* condition_of(const llvm::BasicBlock& block) {
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) return choice->getCondition();
  const auto* branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  return branch->isConditional() ? branch->getCondition() : nullptr;
}

// The value in the block, if it is reached from that one and is a constant then.
llvm::Constant* constant_from(llvm::Value* value, const llvm::BasicBlock& block, const llvm::BasicBlock& before) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constant;
  auto* i = llvm::dyn_cast<llvm::Instruction>(value);
  if (i == nullptr || i->getParent() != &block) return nullptr;
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(i))
    return llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(&before));
  llvm::SmallVector<llvm::Constant*, 4> operands;
  for (llvm::Value* operand : i->operands()) {
    operands.push_back(constant_from(operand, block, before));
    if (operands.back() == nullptr) return nullptr;
  }
  return llvm::ConstantFoldInstOperands(i, operands, block.getDataLayout());
}

class Separator {
 public:
  Separator(llvm::Function& function, const llvm::Loop& loop) : function_(function), loop_(loop) {}

  // One copy; false if there is nothing to copy.
  bool copy_one() {
    for (llvm::BasicBlock* block : loop_.blocks()) {
      if (!may_be_copied(*block)) continue;
      for (llvm::BasicBlock* before : llvm::predecessors(block)) {
        if (!decides(*block, *before)) continue;
        copy(*block, *before);
        return true;
      }
    }
    return false;
  }

 private:
  bool may_be_copied(const llvm::BasicBlock& block) const {
    return &block != loop_.getHeader() && only_decides(block) && block.getSinglePredecessor() == nullptr;
  }

  // Is it known where the block leads if it is reached from that one, perhaps by what it puts into the next block?
  bool decides(const llvm::BasicBlock& block, const llvm::BasicBlock& before) const {
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(before.getTerminator())) return false;
    if (llvm::Value* const condition = condition_of(block))
      return llvm::isa_and_nonnull<llvm::ConstantInt>(constant_from(condition, block, before));
    const llvm::BasicBlock& next = *block.getSingleSuccessor();
    llvm::Value* const condition = loop_.contains(&next) && may_be_copied(next) ? condition_of(next) : nullptr;
    const auto* phi = llvm::dyn_cast_or_null<llvm::PHINode>(condition);
    if (phi == nullptr || phi->getParent() != &next) return false;
    llvm::Value* const put = phi->getIncomingValueForBlock(&block);
    return !llvm::isa<llvm::Constant>(put) && constant_from(put, block, before) != nullptr;
  }

  void copy(llvm::BasicBlock& block, llvm::BasicBlock& before) {
    auto* const copied = llvm::BasicBlock::Create(function_.getContext(), block.getName(), &function_, &block);
    llvm::DenseMap<const llvm::Value*, llvm::Value*> values;
    llvm::BasicBlock* const goal = goal_from(block, before);
    for (llvm::Instruction& i : block) {
      if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
        values[&i] = phi->getIncomingValueForBlock(&before);
      } else if (!i.isTerminator()) {
        values[&i] = clone(i, *copied, values);
      }
    }
    llvm::IRBuilder<> builder(copied);
    builder.SetCurrentDebugLocation(block.getTerminator()->getDebugLoc());
    builder.CreateBr(goal);
    const auto value_of = [&](llvm::Value* value) {
      llvm::Value* const found = values.lookup(value);
      return found != nullptr ? found : value;
    };
    for (llvm::PHINode& phi : goal->phis()) {
      phi.addIncoming(value_of(phi.getIncomingValueForBlock(&block)), copied);
    }
    before.getTerminator()->replaceSuccessorWith(&block, copied);
    repair_uses(block, *copied, values);
    remove_edges(block, before);
  }

  // Where the block leads if it is reached from that one.
  static llvm::BasicBlock* goal_from(llvm::BasicBlock& block, const llvm::BasicBlock& before) {
    llvm::Value* const condition = condition_of(block);
    if (condition == nullptr) return block.getSingleSuccessor();
    auto* const value = llvm::cast<llvm::ConstantInt>(constant_from(condition, block, before));
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
      return choice->findCaseValue(value)->getCaseSuccessor();
    return block.getTerminator()->getSuccessor(value->isOne() ? 0 : 1);
  }

  static llvm::Instruction* clone(const llvm::Instruction& i, llvm::BasicBlock& to,
                                  const llvm::DenseMap<const llvm::Value*, llvm::Value*>& values) {
    llvm::Instruction* const result = i.clone();
    for (llvm::Use& operand : result->operands()) {
      if (llvm::Value* const value = values.lookup(operand.get())) operand.set(value);
    }
    result->insertInto(&to, to.end());
    return result;
  }

  // Elsewhere, what the block has computed is now what either of the two has.
  static void repair_uses(llvm::BasicBlock& block, llvm::BasicBlock& copied,
                          const llvm::DenseMap<const llvm::Value*, llvm::Value*>& values) {
    for (llvm::Instruction& i : block) {
      llvm::SmallVector<llvm::Use*, 8> elsewhere;
      for (llvm::Use& use : i.uses()) {
        const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
        const llvm::BasicBlock* const where = phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
        if (where != &block) elsewhere.push_back(&use);
      }
      if (elsewhere.empty()) continue;
      llvm::SSAUpdater updater;
      updater.Initialize(i.getType(), i.getName());
      updater.AddAvailableValue(&block, &i);
      updater.AddAvailableValue(&copied, values.lookup(&i));
      for (llvm::Use* use : elsewhere) updater.RewriteUse(*use);
    }
  }

  static void remove_edges(llvm::BasicBlock& block, const llvm::BasicBlock& before) {
    for (llvm::PHINode& phi : block.phis()) {
      for (int n = phi.getBasicBlockIndex(&before); n >= 0; n = phi.getBasicBlockIndex(&before))
        phi.removeIncomingValue(static_cast<unsigned>(n), false);
    }
  }

  llvm::Function& function_;
  const llvm::Loop& loop_;
};

// May it be how a loop takes a lock, or replaces what it has found?
bool exchanges(const llvm::Instruction& i) {
  const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i);
  return cas != nullptr ? !cas->isVolatile() : looks(i) && !is_load(i);
}

bool has_exchange(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) { return llvm::any_of(*block, exchanges); });
}

bool separate_one(llvm::Function& function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
    return has_exchange(*loop) && Separator(function, *loop).copy_one();
  });
}

// Values that are now the same whichever way was taken.
bool replace_known(llvm::BasicBlock& block) {
  bool changed = false;
  for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
    llvm::Value* const value = phi.hasConstantValue();
    if (value == nullptr || llvm::isa<llvm::UndefValue>(value)) continue;
    phi.replaceAllUsesWith(value);
    phi.eraseFromParent();
    changed = true;
  }
  return changed;
}

// Ways that are known by now, blocks that nothing leads to any more, and those that always follow each other.
void clean(llvm::Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock& block : function) {
      changed = replace_known(block) || changed;
      changed = llvm::ConstantFoldTerminator(&block) || changed;
    }
    changed = llvm::EliminateUnreachableBlocks(function) || changed;
  }
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) llvm::MergeBlockIntoPredecessor(&block);
}

}  // namespace

llvm::PreservedAnalyses SeparateWaysPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  if (function.isPresplitCoroutine() || llvm::none_of(llvm::instructions(function), exchanges))
    return llvm::PreservedAnalyses::all();
  int copies = 0;
  while (copies < kMostCopies && separate_one(function)) ++copies;
  if (copies == 0) return llvm::PreservedAnalyses::all();
  clean(function);
  return llvm::PreservedAnalyses::none();
}

}  // namespace heddle::instrument
