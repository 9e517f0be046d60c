#include "instrument/await_predicate.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

constexpr std::size_t kMostPoints = 6;

// Can it be computed again, with other values?
bool is_pure(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst, llvm::BranchInst,
                   llvm::SwitchInst, llvm::GetElementPtrInst>(instruction) ||
         (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isIntDivRem());
}

// Copies what a loop does from one look to the next.
class Copy {
 public:
  Copy(const llvm::Loop& loop, llvm::Instruction& look, const llvm::BasicBlock* goal,
       const llvm::DominatorTree& dominators)
      : loop_(loop), look_(look), home_(*look.getParent()), goal_(goal), dominators_(dominators) {}

  std::optional<AwaitPredicate> make() {
    if (!collect() || !follows_value()) return std::nullopt;
    result_.bits = width_of(look_);
    if (narrow_ != 0) result_.bits = narrow_;
    write();
    return std::move(result_);
  }

 private:
  // The code between two looks: the rest of the look's block, and all blocks of the loop from which that of the look
  // has not been entered again.
  bool collect() {
    for (llvm::Instruction* i = look_.getNextNode(); i != nullptr; i = i->getNextNode()) {
      if (!add(*i)) return false;
    }
    llvm::SmallVector<llvm::BasicBlock*, 8> left = {&home_};
    llvm::DenseSet<const llvm::BasicBlock*> seen = {&home_};
    while (!left.empty()) {
      for (llvm::BasicBlock* next : llvm::successors(left.pop_back_val())) {
        if (!loop_.contains(next) || next == goal_ || !seen.insert(next).second) continue;
        blocks_.push_back(next);
        left.push_back(next);
        for (llvm::Instruction& i : *next) {
          if (!add(i)) return false;
        }
      }
    }
    return llvm::all_of(copied_, [&](const llvm::Instruction* i) { return knows_operands(*i); });
  }

  bool add(llvm::Instruction& i) {
    if (i.use_empty() && only_waits(i)) return true;
    if (!is_pure(i)) return false;
    copied_.insert(&i);
    return true;
  }

  bool comes_after_look(const llvm::Instruction& i) const { return dominators_.dominates(&look_, &i); }

  // Is the operand one of the copies, not what was there before the look? In blocks before the look, which are reached
  // by going round, everything is computed again.
  bool is_copied(const llvm::Value* operand, const llvm::Instruction& user) const {
    const auto* i = llvm::dyn_cast<llvm::Instruction>(operand);
    return i != nullptr && copied_.contains(i) && (!comes_after_look(user) || comes_after_look(*i));
  }

  bool knows(const llvm::Value* operand, const llvm::Instruction& user) {
    if (operand == &look_ || is_copied(operand, user) || llvm::isa<llvm::Constant, llvm::BasicBlock>(operand))
      return true;
    // What is computed in the block of the look before it, is still to come for blocks that are before it.
    const auto* i = llvm::dyn_cast<llvm::Instruction>(operand);
    if (i != nullptr && loop_.contains(i) && !comes_after_look(user)) return false;
    if (!is_word(*operand) || (i != nullptr && !dominators_.dominates(i, &look_))) return false;
    auto* const same = const_cast<llvm::Value*>(operand);
    if (!llvm::is_contained(result_.same, same)) result_.same.push_back(same);
    return true;
  }

  bool comes_from_here(const llvm::BasicBlock* block) const {
    return block == &home_ || llvm::is_contained(blocks_, block);
  }

  bool knows_operands(const llvm::Instruction& i) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n) {
        if (!comes_from_here(phi->getIncomingBlock(n))) continue;
        const llvm::Instruction* end = phi->getIncomingBlock(n)->getTerminator();
        if (!knows(phi->getIncomingValue(n), *end)) return false;
      }
      return true;
    }
    return llvm::all_of(i.operands(), [&](const llvm::Use& use) { return knows(use.get(), i); });
  }

  // Is the value only compared with what is the same from look to look? A single bit may also be computed with: both of
  // its values are tried.
  bool follows_value() {
    llvm::DenseSet<const llvm::Value*> derived = {&look_};
    llvm::SmallVector<const llvm::Value*, 8> left = {&look_};
    while (!left.empty()) {
      const llvm::Value* value = left.pop_back_val();
      if (value->getType()->isIntegerTy(1)) continue;
      for (const llvm::User* user : value->users()) {
        const auto* i = llvm::cast<llvm::Instruction>(user);
        if (!copied_.contains(i) || llvm::isa<llvm::ICmpInst>(i)) {
          is_whole_ = is_whole_ || value == &look_;
        } else {
          if (!hands_on(*i, *value)) return false;
          if (derived.insert(i).second) left.push_back(i);
        }
      }
    }
    return !(is_whole_ && narrow_ != 0) && finds_points(derived);
  }

  bool hands_on(const llvm::Instruction& i, const llvm::Value& value) {
    if (llvm::isa<llvm::TruncInst>(i)) {
      const unsigned bits = i.getType()->getIntegerBitWidth();
      if (&value != &look_ || (narrow_ != 0 && narrow_ != bits)) return false;
      narrow_ = bits;
      return true;
    }
    is_whole_ = is_whole_ || &value == &look_;
    return llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::FreezeInst,
                     llvm::PHINode>(i) &&
           is_word(i);
  }

  bool finds_points(const llvm::DenseSet<const llvm::Value*>& derived) {
    for (const llvm::Instruction* i : copied_) {
      const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(i);
      if (compare == nullptr || compare->getOperand(0)->getType()->isIntegerTy(1)) continue;
      const bool left = derived.contains(compare->getOperand(0));
      if (left && derived.contains(compare->getOperand(1))) return false;
      if (!left && !derived.contains(compare->getOperand(1))) continue;
      llvm::Value* const point = compare->getOperand(left ? 1 : 0);
      if (is_copied(point, *compare) || !is_word(*point)) return false;
      if (!llvm::is_contained(result_.points, point)) result_.points.push_back(point);
    }
    return result_.points.size() <= kMostPoints;
  }

  void write() {
    llvm::LLVMContext& context = look_.getContext();
    llvm::Type* const pointer = llvm::PointerType::get(context, 0);
    llvm::Type* const word = llvm::Type::getInt64Ty(context);
    auto* type = llvm::FunctionType::get(llvm::Type::getInt1Ty(context), {pointer, word}, false);
    llvm::Function* const function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, "heddle.leaves", look_.getModule());
    function->addFnAttr(llvm::Attribute::NoUnwind);
    result_.leaves = function;
    auto* entry = llvm::BasicBlock::Create(context, "", function);
    yes_ = llvm::BasicBlock::Create(context, "", function);
    no_ = llvm::BasicBlock::Create(context, "", function);
    llvm::ReturnInst::Create(context, llvm::ConstantInt::getTrue(context), yes_);
    llvm::ReturnInst::Create(context, llvm::ConstantInt::getFalse(context), no_);
    read_arguments(*entry);
    for (const llvm::BasicBlock* block : blocks_)
      copies_[block] = llvm::BasicBlock::Create(context, "", function, yes_);
    copies_[&home_] = entry;
    copy(look_.getNextNode(), *entry);
    for (const llvm::BasicBlock* block : blocks_) copy(&*block->begin(), *llvm::cast<llvm::BasicBlock>(copies_[block]));
    for (auto& [original, copied] : instructions_) connect(*original, *copied);
  }

  void read_arguments(llvm::BasicBlock& entry) {
    llvm::IRBuilder<> builder(&entry);
    const auto as = [&](llvm::Value* word, llvm::Type* type) {
      if (type->isPointerTy()) return builder.CreateIntToPtr(word, type);
      return builder.CreateTrunc(word, type);
    };
    values_[&look_] = as(entry.getParent()->getArg(1), look_.getType());
    for (std::size_t i = 0; i < result_.same.size(); ++i) {
      llvm::Value* const place = builder.CreateConstGEP1_64(builder.getInt64Ty(), entry.getParent()->getArg(0), i);
      same_[result_.same[i]] = as(builder.CreateLoad(builder.getInt64Ty(), place), result_.same[i]->getType());
    }
  }

  void copy(const llvm::Instruction* i, llvm::BasicBlock& to) {
    for (; i != nullptr; i = i->getNextNode()) {
      if (!copied_.contains(i)) continue;
      llvm::Instruction* const copied = i->clone();
      copied->setDebugLoc({});
      copied->dropUnknownNonDebugMetadata();
      copied->insertInto(&to, to.end());
      values_[i] = copied;
      instructions_.push_back({i, copied});
    }
  }

  llvm::Value* copy_of(llvm::Value* operand, const llvm::Instruction& user) const {
    if (operand == &look_ || is_copied(operand, user)) return values_.lookup(operand);
    return llvm::isa<llvm::Constant>(operand) ? operand : same_.lookup(operand);
  }

  llvm::BasicBlock* target(const llvm::BasicBlock* block) const {
    if (block == &home_) return no_;
    return loop_.contains(block) && block != goal_ ? copies_.lookup(block) : yes_;
  }

  void connect(const llvm::Instruction& original, llvm::Instruction& copied) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&copied)) {
      const auto& from = llvm::cast<llvm::PHINode>(original);
      for (unsigned n = from.getNumIncomingValues(); n-- > 0;) {
        llvm::BasicBlock* const block = from.getIncomingBlock(n);
        if (!comes_from_here(block)) {
          phi->removeIncomingValue(n, false);
          continue;
        }
        phi->setIncomingBlock(n, copies_.lookup(block));
        phi->setIncomingValue(n, copy_of(from.getIncomingValue(n), *block->getTerminator()));
      }
      return;
    }
    for (unsigned n = 0; n < original.getNumOperands(); ++n) {
      llvm::Value* const operand = original.getOperand(n);
      if (const auto* block = llvm::dyn_cast<llvm::BasicBlock>(operand)) {
        copied.setOperand(n, target(block));
      } else {
        copied.setOperand(n, copy_of(operand, original));
      }
    }
  }

  const llvm::Loop& loop_;
  llvm::Instruction& look_;
  llvm::BasicBlock& home_;
  const llvm::BasicBlock* goal_;  // reaching it counts as leaving the loop
  const llvm::DominatorTree& dominators_;
  AwaitPredicate result_{};
  unsigned narrow_ = 0;    // these bits of the value are used,
  bool is_whole_ = false;  // or all of it
  llvm::SmallVector<const llvm::BasicBlock*, 8> blocks_;
  llvm::SetVector<const llvm::Instruction*> copied_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> values_;  // of the copies
  llvm::DenseMap<const llvm::Value*, llvm::Value*> same_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> copies_;
  llvm::SmallVector<std::pair<const llvm::Instruction*, llvm::Instruction*>, 16> instructions_;
  llvm::BasicBlock* yes_ = nullptr;
  llvm::BasicBlock* no_ = nullptr;
};

}  // namespace

std::optional<AwaitPredicate> find_predicate(const llvm::Loop& loop, llvm::Instruction& look,
                                             const llvm::BasicBlock* goal, const llvm::DominatorTree& dominators) {
  if (!is_word(look)) return std::nullopt;
  return Copy(loop, look, goal, dominators).make();
}

}  // namespace heddle::instrument
