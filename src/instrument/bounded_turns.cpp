#include "instrument/bounded_turns.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "instrument/compare_exchange.h"
#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

using llvm::CmpInst;

// The test of the counter by which a loop is left.
struct Bound {
  llvm::PHINode* counter = nullptr;
  llvm::BinaryOperator* next = nullptr;
  llvm::ICmpInst* test = nullptr;
  llvm::BranchInst* branch = nullptr;
  llvm::Value* value = nullptr;  // that the counter is compared with
  CmpInst::Predicate stays = CmpInst::ICMP_NE;
};

// Does an exchange leave memory as it is unless it lets the loop end? It does if there are only two values.
bool is_of_truth(llvm::Instruction& look) {
  const llvm::Value* const stored = exchanged(look);
  const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(stored);
  return constant != nullptr && constant->isOne() && llvm::isa<llvm::CallBase>(look) && look.getType()->isIntegerTy(1);
}

// Can the block be reached from there without leaving the loop, or beginning a turn?
bool leads_to(const llvm::BasicBlock* from, const llvm::BasicBlock* to, const llvm::Loop& loop) {
  llvm::SmallVector<const llvm::BasicBlock*, 8> left = {from};
  llvm::DenseSet<const llvm::BasicBlock*> seen;
  while (!left.empty()) {
    const llvm::BasicBlock* const block = left.pop_back_val();
    if (!loop.contains(block) || !seen.insert(block).second) continue;
    if (block == to) return true;
    if (block != loop.getHeader()) left.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return false;
}

// Is the loop left if the access has changed memory? It is a branch on the success of a compare-exchange, or on the old
// value of a flag.
bool ends_if_changed(llvm::Instruction& look, const llvm::Loop& loop) {
  using namespace llvm::PatternMatch;
  const bool is_cas = llvm::isa<llvm::AtomicCmpXchgInst>(look);
  if (!is_cas && !is_of_truth(look)) return false;
  const llvm::BasicBlock* block = look.getParent();
  for (const llvm::BasicBlock* next = block; next != nullptr && loop.contains(next);
       next = next->getSingleSuccessor()) {
    block = next;
    if (block == loop.getLoopLatch()) break;
  }
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  bool first = true;  // is the first successor that for a true result?
  const llvm::Value* const condition = truth(branch->getCondition(), first);
  const bool decides = is_cas ? match(condition, m_ExtractValue<1>(m_Specific(&look))) : condition == &look;
  if (!decides) return false;
  const bool changed = is_cas;  // the result that says so: success, or that nothing was there
  const llvm::BasicBlock* const next = branch->getSuccessor(first == changed ? 0 : 1);
  return next != loop.getHeader() && !leads_to(next, loop.getLoopLatch(), loop);
}

class Finder {
 public:
  Finder(const llvm::Loop& loop, llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators)
      : loop_(loop), evolution_(evolution), dominators_(dominators) {}

  std::optional<Bound> find() {
    if (loop_.getLoopLatch() == nullptr || loop_.getLoopPreheader() == nullptr || !loop_.isInnermost() ||
        !finds_counter() || !only_looks())
      return std::nullopt;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop_.getExitingBlocks(exits);
    if (exits.size() < 2) return std::nullopt;  // it counts, and nothing else ends it
    for (llvm::BasicBlock* exit : exits) {
      if (tests_counter(*exit)) return accesses_the_same() ? std::optional(bound_) : std::nullopt;
    }
    return std::nullopt;
  }

  // Is every access of the turn after the test?
  bool tests_first() const { return looks_on(true); }
  bool tests_last() const { return looks_on(false); }

 private:
  // A turn carries over nothing else.
  bool finds_counter() {
    for (llvm::PHINode& phi : loop_.getHeader()->phis()) {
      if (stays(&phi, loop_)) continue;
      auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
      if (bound_.counter != nullptr || next == nullptr || next->getOperand(0) != &phi || !phi.getType()->isIntegerTy())
        return false;
      const auto* by = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
      if (by == nullptr ||
          !(next->getOpcode() == llvm::Instruction::Add || next->getOpcode() == llvm::Instruction::Sub))
        return false;
      bound_.counter = &phi;
      bound_.next = next;
    }
    return bound_.counter != nullptr;
  }

  bool only_looks() const {
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (llvm::Instruction& i : *block) {
        if (looks(i)) {
          if (!is_load(i) && !ends_if_changed(i, loop_)) return false;
        } else if ((i.mayReadOrWriteMemory() || i.mayHaveSideEffects()) && !is_plain_load(i) && !only_waits(i)) {
          return false;
        }
      }
    }
    return true;
  }

  // Does every turn come by here, and is the loop left here after some of them? Nobody else may know the count; after
  // the loop it may be compared with its bound, which says no more than which way the loop was left.
  bool tests_counter(llvm::BasicBlock& exit) {
    bound_.branch = llvm::dyn_cast<llvm::BranchInst>(exit.getTerminator());
    if (bound_.branch == nullptr || !dominators_.dominates(&exit, loop_.getLoopLatch())) return false;
    bound_.test = llvm::dyn_cast<llvm::ICmpInst>(bound_.branch->getCondition());
    if (bound_.test == nullptr || !bound_.test->hasOneUse() ||
        llvm::isa<llvm::SCEVCouldNotCompute>(evolution_.getExitCount(&loop_, &exit)))
      return false;
    const auto is_count = [&](const llvm::Value* value) { return value == bound_.counter || value == bound_.next; };
    const bool swapped = is_count(bound_.test->getOperand(1));
    if (!swapped && !is_count(bound_.test->getOperand(0))) return false;
    bound_.value = bound_.test->getOperand(swapped ? 0 : 1);
    bound_.stays = swapped ? bound_.test->getSwappedPredicate() : bound_.test->getPredicate();
    if (!loop_.contains(bound_.branch->getSuccessor(0))) bound_.stays = CmpInst::getInversePredicate(bound_.stays);
    return loop_.isLoopInvariant(bound_.value) &&
           llvm::all_of(bound_.counter->users(), [&](const llvm::User* user) { return is_known(*user); }) &&
           llvm::all_of(bound_.next->users(),
                        [&](const llvm::User* user) { return user == bound_.counter || user == bound_.test; });
  }

  bool is_known(const llvm::User& user) const {
    if (&user == bound_.next || &user == bound_.test) return true;
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&user);
    if (compare == nullptr || loop_.contains(compare)) return false;
    const CmpInst::Predicate predicate =
        compare->getOperand(0) == bound_.counter ? compare->getPredicate() : compare->getSwappedPredicate();
    const llvm::Value* const other = compare->getOperand(compare->getOperand(0) == bound_.counter ? 1 : 0);
    return other == bound_.value && (compare->isEquality() || predicate == bound_.stays ||
                                     predicate == CmpInst::getInversePredicate(bound_.stays));
  }

  // Does each turn access what every other turn does? Then a race with a turn that is left out is one with another,
  // too.
  bool accesses_the_same() const {
    llvm::SmallVector<llvm::Instruction*, 4> accesses;
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (llvm::Instruction& i : *block) {
        if (looks(i) || is_plain_load(i)) accesses.push_back(&i);
      }
    }
    return llvm::all_of(accesses, [&](llvm::Instruction* i) {
      return is_certain(*i) ||
             (looks(*i) && llvm::any_of(accesses, [&](llvm::Instruction* other) {
                return is_certain(*other) && looks(*other) && is_same_address(address_of(*i), address_of(*other));
              }));
    });
  }

  // Is it part of every turn?
  bool is_certain(const llvm::Instruction& i) const {
    llvm::SmallVector<llvm::BasicBlock*, 4> ends;
    loop_.getExitingBlocks(ends);
    ends.push_back(loop_.getLoopLatch());
    return llvm::all_of(ends, [&](const llvm::BasicBlock* end) {
      return end == bound_.branch->getParent() || dominators_.dominates(i.getParent(), end);
    });
  }

  // Do all looks come after the test, or before it?
  bool looks_on(bool after) const {
    const llvm::BasicBlock* const test = bound_.branch->getParent();
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (const llvm::Instruction& i : *block) {
        if (!looks(i) && !is_plain_load(i)) continue;
        if (after ? block == test || !dominators_.dominates(test, block) : !comes_before(*block, *test)) return false;
      }
    }
    return true;
  }

  // The way on from the test does not lead to the block in the same turn.
  bool comes_before(const llvm::BasicBlock& block, const llvm::BasicBlock& test) const {
    return &block == &test || &block == loop_.getHeader() ||
           llvm::none_of(llvm::successors(&test), [&](const llvm::BasicBlock* next) {
             return next != loop_.getHeader() && leads_to(next, &block, loop_);
           });
  }

  const llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  const llvm::DominatorTree& dominators_;
  Bound bound_;
};

// Is the loop left with the counter at its bound, unless otherwise?
bool ends_at_bound(const Bound& bound) {
  if (!llvm::is_contained(bound.test->operands(), bound.counter)) return false;
  const auto& by = *llvm::cast<llvm::ConstantInt>(bound.next->getOperand(1));
  const bool adds = bound.next->getOpcode() == llvm::Instruction::Add;
  const bool grows = adds ? by.isOne() : by.isMinusOne();
  const bool shrinks = adds ? by.isMinusOne() : by.isOne();
  switch (bound.stays) {
    case CmpInst::ICMP_NE: return grows || shrinks;
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT: return grows;
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGT: return shrinks;
    default: return false;
  }
}

bool only_compares(const llvm::PHINode& counter, const Bound& bound) {
  return llvm::all_of(counter.users(),
                      [&](const llvm::User* user) { return user == bound.next || user == bound.test; });
}

bool shorten(const llvm::Loop& loop, llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators) {
  Finder finder(loop, evolution, dominators);
  const std::optional<Bound> bound = finder.find();
  if (!bound) return false;
  if (finder.tests_first() && ends_at_bound(*bound)) {
    bound->counter->setIncomingValueForBlock(loop.getLoopLatch(), bound->value);
    return true;
  }
  if (!finder.tests_last() || !only_compares(*bound->counter, *bound)) return false;
  const bool leaves = !loop.contains(bound->branch->getSuccessor(0));
  bound->branch->setCondition(llvm::ConstantInt::getBool(bound->branch->getContext(), leaves));
  return true;
}

}  // namespace

llvm::PreservedAnalyses BoundedTurnsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (function.isPresplitCoroutine() || loops.empty()) return llvm::PreservedAnalyses::all();
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) changed = shorten(*loop, evolution, dominators) || changed;
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
