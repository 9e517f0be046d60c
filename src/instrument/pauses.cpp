#include "instrument/pauses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

bool is_choice(const llvm::Instruction& i) {
  return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(i) && i.getNumSuccessors() > 1;
}

bool is_way_on(const llvm::Instruction& i) { return llvm::isa<llvm::BranchInst>(i) && i.getNumSuccessors() == 1; }

bool is_pause(const llvm::Instruction& i) { return i.use_empty() && only_waits(i); }

// A division may fail, unless its divisor is a constant with which it cannot.
bool may_fail(const llvm::Instruction& i) {
  if (!i.isIntDivRem()) return false;
  const auto* by = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(1));
  return by == nullptr || by->isZero() || by->isMinusOne();
}

// Can it be left out if nobody uses its value? Accesses cannot, even if they only load: they may race. Nor can what may
// fail.
bool only_computes(const llvm::Instruction& i) {
  return !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects() && !i.isTerminator() && !i.isEHPad() && !may_fail(i) &&
         !llvm::isa<llvm::AllocaInst>(i) && (!llvm::isa<llvm::CallBase>(i) || llvm::isa<llvm::IntrinsicInst>(i));
}

// What a function does apart from pausing is marked, going backwards from its accesses and calls through operands and
// control dependence, as in aggressive elimination of dead code. What is left is only for pauses.
class Marker {
 public:
  Marker(llvm::Function& function, const llvm::LoopInfo& loops, const llvm::PostDominatorTree& ends,
         llvm::ScalarEvolution& evolution)
      : function_(function), loops_(loops), ends_(ends), evolution_(evolution) {
    find_control();
    for (llvm::Instruction& i : llvm::instructions(function)) {
      if (is_root(i)) mark(i);
    }
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!only_pauses(*loop)) mark_going_round(*loop);
    }
    spread();
    while (mark_unknown()) spread();
  }

  bool is_marked(const llvm::Instruction& i) const { return marked_.contains(&i); }
  bool may_go(const llvm::Instruction& i) const {
    return !is_marked(i) && is_in_loop(i) && (only_computes(i) || is_choice(i));
  }

 private:
  bool is_in_loop(const llvm::Instruction& i) const { return loops_.getLoopFor(i.getParent()) != nullptr; }

  // A block depends on a choice if one way from there always leads to it, and another does not.
  void find_control() {
    for (llvm::BasicBlock& block : function_) {
      if (!is_choice(*block.getTerminator())) continue;
      const llvm::BasicBlock* const end = meeting_of(block);
      for (const llvm::BasicBlock* next : llvm::successors(&block)) {
        for (const llvm::BasicBlock* at = next; at != nullptr && at != end; at = meeting_of(*at))
          choices_[at].push_back(block.getTerminator());
      }
    }
  }

  // Where all ways from a block meet; null if only at the end of the function.
  llvm::BasicBlock* meeting_of(const llvm::BasicBlock& block) const {
    const auto* node = ends_.getNode(&block);
    return node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  }

  bool is_root(const llvm::Instruction& i) const {
    if (is_pause(i) || is_way_on(i)) return false;
    if (is_choice(i)) return !is_in_loop(i) || meeting_of(*i.getParent()) == nullptr;
    return !is_in_loop(i) || !only_computes(i);
  }

  // Does it end, and do nothing in between? It may wait on the way.
  bool only_pauses(const llvm::Loop& loop) const {
    for (const llvm::BasicBlock* block : loop.blocks()) {
      const auto is_harmless = [](const llvm::Instruction& i) {
        return is_pause(i) || only_computes(i) || is_choice(i) || is_way_on(i);
      };
      if (!llvm::all_of(*block, is_harmless)) return false;
    }
    return !llvm::isa<llvm::SCEVCouldNotCompute>(evolution_.getBackedgeTakenCount(&loop));
  }

  void mark_going_round(const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop.getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      mark_choices_before(*latch);
      mark(*latch->getTerminator());
    }
  }

  void mark(llvm::Instruction& i) {
    if (marked_.insert(&i).second) left_.push_back(&i);
  }

  void mark_choices_before(const llvm::BasicBlock& block) {
    if (!reached_.insert(&block).second) return;
    for (llvm::Instruction* choice : choices_.lookup(&block)) mark(*choice);
  }

  void spread() {
    while (!left_.empty()) {
      llvm::Instruction* const i = left_.pop_back_val();
      mark_choices_before(*i->getParent());
      for (llvm::Value* operand : i->operands()) {
        if (auto* computed = llvm::dyn_cast<llvm::Instruction>(operand)) mark(*computed);
      }
      if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(i)) {
        for (const llvm::BasicBlock* from : phi->blocks()) mark_choices_before(*from);
      }
    }
  }

  // A decision by a value that was never written is a mistake, which must be found.
  bool mark_unknown() {
    bool found = false;
    for (llvm::Instruction& i : llvm::instructions(function_)) {
      if (!may_go(i) || !is_choice(i) || has_value(*i.getOperand(0))) continue;
      mark(i);
      found = true;
    }
    return found;
  }

  // Is the value certain to come from constants, parameters that have a value, and atomic accesses?
  static bool has_value(llvm::Value& of) {
    llvm::SmallVector<llvm::Value*, 8> left = {&of};
    llvm::DenseSet<llvm::Value*> seen;
    while (!left.empty()) {
      llvm::Value* const value = left.pop_back_val();
      if (!seen.insert(value).second) continue;
      if (llvm::isa<llvm::UndefValue>(value)) return false;
      if (llvm::isa<llvm::Constant, llvm::BasicBlock>(value)) continue;
      if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) {
        if (!parameter->hasAttribute(llvm::Attribute::NoUndef)) return false;
        continue;
      }
      auto* const i = llvm::cast<llvm::Instruction>(value);
      if (looks(*i)) continue;
      if (!only_computes(*i)) return false;
      left.append(i->value_op_begin(), i->value_op_end());
    }
    return true;
  }

  llvm::Function& function_;
  const llvm::LoopInfo& loops_;
  const llvm::PostDominatorTree& ends_;
  llvm::ScalarEvolution& evolution_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::SmallVector<llvm::Instruction*, 4>> choices_;
  llvm::DenseSet<const llvm::Instruction*> marked_;
  llvm::DenseSet<const llvm::BasicBlock*> reached_;
  llvm::SmallVector<llvm::Instruction*, 32> left_;
};

// Is there a loop that may wait, with something that differs from turn to turn, or with a loop inside?
bool may_count_pauses(const llvm::LoopInfo& loops) {
  return llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
    const auto waits = [](const llvm::Instruction& i) {
      return looks(i) || (llvm::isa<llvm::CallBase>(i) && !llvm::isa<llvm::IntrinsicInst>(i)) ||
             (is_pause(i) && !llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(i));
    };
    const auto has_wait = [&](const llvm::BasicBlock* block) { return llvm::any_of(*block, waits); };
    return llvm::isa<llvm::PHINode>(loop->getHeader()->front()) && llvm::any_of(loop->blocks(), has_wait);
  });
}

// Straight on to where all ways meet.
void decide(llvm::Instruction& choice, llvm::BasicBlock& meeting) {
  llvm::BasicBlock* const block = choice.getParent();
  bool leads_there = false;
  for (llvm::BasicBlock* next : llvm::successors(block)) {
    if (next == &meeting && !leads_there) {
      leads_there = true;
    } else {
      next->removePredecessor(block, true);
    }
  }
  const llvm::DebugLoc place = choice.getDebugLoc();
  choice.eraseFromParent();
  llvm::BranchInst::Create(&meeting, block)->setDebugLoc(place);
}

}  // namespace

llvm::PreservedAnalyses ForgetPausesPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (function.isPresplitCoroutine() || !may_count_pauses(loops)) return llvm::PreservedAnalyses::all();
  const auto& ends = analyses.getResult<llvm::PostDominatorTreeAnalysis>(function);
  const Marker marker(function, loops, ends, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function));
  llvm::SmallVector<llvm::Instruction*, 8> values;
  llvm::SmallVector<std::pair<llvm::Instruction*, llvm::BasicBlock*>, 8> choices;
  for (llvm::Instruction& i : llvm::instructions(function)) {
    if (!marker.may_go(i)) continue;
    if (is_choice(i)) {
      choices.emplace_back(&i, ends.getNode(i.getParent())->getIDom()->getBlock());
    } else {
      values.push_back(&i);
    }
  }
  if (values.empty() && choices.empty()) return llvm::PreservedAnalyses::all();
  for (const auto& [choice, meeting] : choices) decide(*choice, *meeting);
  for (llvm::Instruction* value : values) value->replaceAllUsesWith(llvm::PoisonValue::get(value->getType()));
  for (llvm::Instruction* value : values) value->eraseFromParent();
  llvm::EliminateUnreachableBlocks(function);
  return llvm::PreservedAnalyses::none();
}

namespace {

// Is the variable only compared, and changed by what comes from itself or is the same for ever?
bool only_counts(const llvm::AllocaInst& variable) {
  if (!variable.getAllocatedType()->isIntegerTy()) return false;
  llvm::SmallVector<const llvm::Value*, 8> left;
  for (const llvm::User* user : variable.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    const bool is_written = store != nullptr && store->getValueOperand() != &variable && !store->isAtomic();
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    if (load != nullptr && !load->isAtomic() && load->getType()->isIntegerTy()) {
      left.push_back(load);
    } else if (!is_written && !llvm::isa<llvm::LifetimeIntrinsic>(user)) {
      return false;
    }
  }
  while (!left.empty()) {
    for (const llvm::User* user : left.pop_back_val()->users()) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (llvm::isa<llvm::BinaryOperator, llvm::CastInst>(user)) {
        left.push_back(user);
      } else if (!llvm::isa<llvm::ICmpInst>(user) && (store == nullptr || store->getPointerOperand() != &variable)) {
        return false;
      }
    }
  }
  return true;
}

// Loops with volatile accesses may go on for ever. They still may without: nothing is to assume that they end.
void let_loops_go_on(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::MustProgress);
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction& end = *block.getTerminator();
    llvm::MDNode* const loop = end.getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr) continue;
    end.setMetadata(llvm::LLVMContext::MD_loop,
                    llvm::makePostTransformationMetadata(function.getContext(), loop, {"llvm.loop.mustprogress"}, {}));
  }
}

}  // namespace

llvm::PreservedAnalyses PlainCountersPass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  if (function.callsFunctionThatReturnsTwice()) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Instruction& i : function.getEntryBlock()) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (variable == nullptr || !only_counts(*variable)) continue;
    for (llvm::User* user : i.users()) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      changed = changed || (load != nullptr && load->isVolatile()) || (store != nullptr && store->isVolatile());
      if (load != nullptr) load->setVolatile(false);
      if (store != nullptr) store->setVolatile(false);
    }
  }
  if (changed) let_loops_go_on(function);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
