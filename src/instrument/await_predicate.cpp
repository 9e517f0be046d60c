#include "instrument/await_predicate.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "instrument/assumptions.h"
#include "instrument/compare_exchange.h"
#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

constexpr std::size_t kMostPoints = 6;
constexpr std::size_t kMostDerived = 32;
constexpr std::size_t kMostBlocks = 32;  // up to an assumption

// Can it be computed again, with other values?
bool is_pure(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst, llvm::BranchInst,
                   llvm::SwitchInst, llvm::GetElementPtrInst>(instruction) ||
         (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isIntDivRem());
}

// Copies what comes between a look and
enum class Until : std::uint8_t {
  kNextLook,    // the same one, in a loop with no other
  kAssumption,  // on this way, which need not be in a loop
  kNextTurn,    // the head of a loop
};

class Copy {
 public:
  Copy(Until until, const llvm::Loop* loop, llvm::Instruction& look, const llvm::BasicBlock* goal,
       const llvm::DominatorTree& dominators)
      : until_(until), loop_(loop), look_(look), home_(*look.getParent()), goal_(goal), dominators_(dominators) {
    if (until == Until::kNextLook) end_ = &home_;
    if (until == Until::kNextTurn) end_ = loop->getHeader();
    note_found();
  }

  std::optional<AwaitPredicate> make() {
    if (!collect() || !knows_all() || !follows_value()) return std::nullopt;
    if (until_ != Until::kNextLook && (!may_refuse() || goes_round())) return std::nullopt;
    const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&look_);
    // Whether memory changes depends on all bits, also where the loop uses only some of them.
    if (cas != nullptr && narrow_ != 0) return std::nullopt;
    const bool is_narrow = narrow_ != 0 && exchanged(look_) == nullptr;
    result_.bits = is_narrow ? narrow_ : width_of(cas != nullptr ? *cas->getCompareOperand() : look_);
    write();
    return std::move(result_);
  }

 private:
  // What the look found, and whether it has exchanged it.
  void note_found() {
    if (!llvm::isa<llvm::AtomicCmpXchgInst>(look_)) {
      found_.push_back(&look_);
      return;
    }
    for (llvm::User* user : look_.users()) {
      auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user);
      if (part == nullptr) continue;
      (part->getIndices()[0] == 0 ? found_ : exchanged_).push_back(part);
    }
  }

  bool is_result(const llvm::Value* value) const {
    return llvm::is_contained(found_, value) || llvm::is_contained(exchanged_, value);
  }

  // The code between two looks: the rest of the look's block, and all blocks of the loop from which that of the look
  // has not been entered again. Or everything up to the first instruction that does not only compute.
  bool collect() {
    if (!add_from(look_.getNextNode())) return false;
    llvm::SmallVector<llvm::BasicBlock*, 8> left = {&home_};
    llvm::DenseSet<const llvm::BasicBlock*> seen = {&home_};
    while (!left.empty()) {
      llvm::BasicBlock* const block = left.pop_back_val();
      if (ends_.contains(block)) continue;
      for (llvm::BasicBlock* next : llvm::successors(block)) {
        if (leaves(next) || next == end_ || !seen.insert(next).second) continue;
        if (until_ != Until::kNextLook && blocks_.size() == kMostBlocks) return false;
        blocks_.push_back(next);
        left.push_back(next);
        if (!add_from(&*next->begin())) return false;
      }
    }
    return true;
  }

  // Is the value accepted once this block is reached? Coming back to the look is not.
  bool leaves(const llvm::BasicBlock* block) const {
    return loop_ != nullptr ? !loop_->contains(block) || block == goal_ : block == &home_;
  }

  // Do all ways from there, the next access, lead to the head of the loop, if anywhere, and is nothing else looked at
  // on them? Then the turn will be in vain.
  bool is_hopeless(const llvm::Instruction& next) const {
    if (until_ != Until::kNextTurn) return false;
    llvm::SmallVector<const llvm::Instruction*, 8> left = {&next};
    llvm::DenseSet<const llvm::BasicBlock*> seen;
    while (!left.empty()) {
      const llvm::Instruction* const from = left.pop_back_val();
      for (const llvm::Instruction* i = from; i != nullptr; i = i->getNextNode()) {
        if (!looks_again(*i) && !is_pure(*i) && !only_waits(*i)) return false;
      }
      for (const llvm::BasicBlock* block : llvm::successors(from->getParent())) {
        if (block == end_) continue;
        if (!loop_->contains(block) || block == &home_) return false;
        if (seen.insert(block).second) left.push_back(&block->front());
      }
    }
    return looks_at_nothing_else() ||
           llvm::none_of(seen, [&](const llvm::BasicBlock* block) { return is_in_inner_loop(*block); });
  }

  // Such a loop may go on for ever, whatever else the loop around it would find.
  bool is_in_inner_loop(const llvm::BasicBlock& block) const {
    return llvm::any_of(loop_->getSubLoops(), [&](const llvm::Loop* inner) { return inner->contains(&block); });
  }

  // Does the loop look only at what the look does?
  bool looks_at_nothing_else() const {
    const auto is_other = [&](llvm::Instruction& i) {
      return is_plain_load(i) || (looks(i) && !is_same_address(address_of(i), address_of(look_)));
    };
    return llvm::none_of(loop_->blocks(), [&](llvm::BasicBlock* block) { return llvm::any_of(*block, is_other); });
  }

  // Does it only load what the look has looked at?
  bool looks_again(const llvm::Instruction& i) const {
    auto& other = const_cast<llvm::Instruction&>(i);
    return looks(i) && is_load(i) && is_same_address(address_of(other), address_of(look_));
  }

  // Is there a way for a value to be refused?
  bool may_refuse() const {
    if (until_ == Until::kAssumption) return !assumptions_.empty();
    if (llvm::any_of(ends_, [&](const auto& end) { return is_hopeless(*end.second); })) return true;
    return llvm::any_of(llvm::predecessors(end_), [&](const llvm::BasicBlock* from) { return comes_from_here(from); });
  }

  bool add_from(llvm::Instruction* i) {
    for (; i != nullptr; i = i->getNextNode()) {
      if (add(*i)) continue;
      if (until_ == Until::kNextLook) return false;
      ends_[i->getParent()] = i;
      if (until_ == Until::kAssumption && assumed_by(*i) != nullptr) assumptions_.push_back(i);
      return true;
    }
    return true;
  }

  bool add(llvm::Instruction& i) {
    if ((i.use_empty() && only_waits(i)) || is_result(&i)) return true;
    if (!is_pure(i)) return false;
    copied_.insert(&i);
    return true;
  }

  // A cycle that does not look again may never end.
  bool goes_round() const {
    llvm::SmallVector<const llvm::BasicBlock*, 8> left(blocks_.begin(), blocks_.end());
    const auto is_reached = [&](const llvm::BasicBlock* block) {
      return llvm::any_of(llvm::predecessors(block), [&](const llvm::BasicBlock* from) {
        return llvm::is_contained(left, from) && !ends_.contains(from);
      });
    };
    for (;;) {
      const auto* first = llvm::find_if_not(left, is_reached);
      if (first == left.end()) return !left.empty();
      left.erase(first);
    }
  }

  bool knows_all() {
    return llvm::all_of(copied_, [&](const llvm::Instruction* i) { return knows_operands(*i); }) &&
           llvm::all_of(assumptions_, [&](const llvm::Instruction* i) { return knows(assumed_by(*i), *i); });
  }

  bool comes_after_look(const llvm::Instruction& i) const { return dominators_.dominates(&look_, &i); }

  // Is the operand one of the copies, not what was there before the look? In blocks before the look, which are reached
  // by going round, everything is computed again.
  bool is_copied(const llvm::Value* operand, const llvm::Instruction& user) const {
    const auto* i = llvm::dyn_cast<llvm::Instruction>(operand);
    return i != nullptr && copied_.contains(i) && (!comes_after_look(user) || comes_after_look(*i));
  }

  bool knows(const llvm::Value* operand, const llvm::Instruction& user) {
    if (is_result(operand) || llvm::isa<llvm::Constant, llvm::BasicBlock>(operand)) return true;
    const auto* i = llvm::dyn_cast<llvm::Instruction>(operand);
    // Was it computed on every way from the look to its user, and not only before the look?
    if (until_ != Until::kNextLook && i != nullptr && copied_.contains(i))
      return i->getParent() == user.getParent() || comes_after_look(*i);
    if (is_copied(operand, user)) return true;
    // What is computed in the block of the look before it, is still to come for blocks that are before it.
    if (i != nullptr && until_ == Until::kNextLook && loop_->contains(i) && !comes_after_look(user)) return false;
    if (!is_word(*operand) || (i != nullptr && !dominators_.dominates(i, &look_))) return false;
    auto* const same = const_cast<llvm::Value*>(operand);
    if (!llvm::is_contained(result_.same, same)) result_.same.push_back(same);
    return true;
  }

  bool comes_from_here(const llvm::BasicBlock* block) const {
    return (block == &home_ || llvm::is_contained(blocks_, block)) && !ends_.contains(block);
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

  // What was found, plus or minus something that is the same from look to look, or nothing.
  struct Offset {
    const llvm::Value* value = nullptr;
    bool is_subtracted = false;

    friend bool operator==(const Offset&, const Offset&) = default;
  };
  struct Point {
    llvm::Value* value;
    Offset offset;

    friend bool operator==(const Point&, const Point&) = default;
  };
  struct Derived {
    const llvm::Value* value;
    Offset offset;

    friend bool operator==(const Derived&, const Derived&) = default;
  };

  // Is the value only compared with what is the same from look to look? A single bit may also be computed with: both of
  // its values are tried.
  bool follows_value() {
    for (const llvm::Value* value : found_) derived_.push_back({value, {}});
    for (std::size_t next = 0; next < derived_.size(); ++next) {
      const Derived from = derived_[next];
      if (from.value->getType()->isIntegerTy(1)) continue;
      for (const llvm::User* user : from.value->users()) {
        const auto* i = llvm::cast<llvm::Instruction>(user);
        if (i->use_empty() && !i->isTerminator()) continue;
        if (!copied_.contains(i) || llvm::isa<llvm::ICmpInst>(i)) {
          is_whole_ = is_whole_ || is_result(from.value);
          continue;
        }
        Derived to = {i, from.offset};
        if (derived_.size() == kMostDerived || !hands_on(*i, *from.value, to.offset)) return false;
        if (!llvm::is_contained(derived_, to)) derived_.push_back(to);
      }
    }
    return !(is_whole_ && narrow_ != 0) && finds_points();
  }

  bool is_derived(const llvm::Value* value) const {
    return llvm::any_of(derived_, [&](const Derived& d) { return d.value == value; });
  }

  bool hands_on(const llvm::Instruction& i, const llvm::Value& value, Offset& offset) {
    if (llvm::isa<llvm::TruncInst>(i)) {
      const unsigned bits = i.getType()->getIntegerBitWidth();
      if (!is_result(&value) || (narrow_ != 0 && narrow_ != bits)) return false;
      narrow_ = bits;
      return true;
    }
    is_whole_ = is_whole_ || is_result(&value);
    if (const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return adds(*sum, value, offset);
    if (llvm::isa<llvm::PtrToIntInst>(i) && width_of(i) < width_of(value)) return false;  // loses bits
    return llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::FreezeInst,
                     llvm::PHINode>(i) &&
           is_word(i);
  }

  bool adds(const llvm::BinaryOperator& sum, const llvm::Value& value, Offset& offset) const {
    const bool subtracts = sum.getOpcode() == llvm::Instruction::Sub;
    if ((sum.getOpcode() != llvm::Instruction::Add && !subtracts) || offset.value != nullptr || !is_word(sum))
      return false;
    const bool is_first = sum.getOperand(0) == &value;
    const llvm::Value* const other = sum.getOperand(is_first ? 1 : 0);
    if ((subtracts && !is_first) || is_result(other) || is_copied(other, sum)) return false;
    offset = {other, subtracts};
    return true;
  }

  bool finds_points() {
    for (const llvm::Instruction* i : copied_) {
      const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(i);
      if (compare == nullptr || compare->getOperand(0)->getType()->isIntegerTy(1)) continue;
      const bool left = is_derived(compare->getOperand(0));
      if (left && is_derived(compare->getOperand(1))) return false;
      if (!left && !is_derived(compare->getOperand(1))) continue;
      llvm::Value* const point = compare->getOperand(left ? 1 : 0);
      if (is_copied(point, *compare) || !is_word(*point)) return false;
      if (!add_points(point, compare->getOperand(left ? 0 : 1), compare->isEquality())) return false;
    }
    llvm::Value* const zero = llvm::ConstantInt::get(llvm::Type::getInt64Ty(look_.getContext()), 0);
    for (const llvm::Instruction* i : assumptions_) {
      if (!add_points(zero, assumed_by(*i), true)) return false;
    }
    return points_.size() <= kMostPoints;
  }

  // Sums may overflow, so they may only be compared for equality.
  bool add_points(llvm::Value* point, const llvm::Value* compared, bool is_equality) {
    for (const auto& [value, offset] : derived_) {
      if (value != compared) continue;
      if (offset.value != nullptr && !(is_equality && point->getType()->isIntegerTy())) return false;
      if (const Point found{point, offset}; !llvm::is_contained(points_, found)) points_.push_back(found);
    }
    return true;
  }

  // `v + 1 == p` changes its answer where v is p - 1.
  llvm::Value* resolved(const Point& point) {
    if (point.offset.value == nullptr) return point.value;
    llvm::IRBuilder<> builder(&look_);
    llvm::Type* const word = builder.getInt64Ty();
    llvm::Value* const from = builder.CreateSExt(point.value, word);
    llvm::Value* const by = builder.CreateSExt(const_cast<llvm::Value*>(point.offset.value), word);
    return point.offset.is_subtracted ? builder.CreateAdd(from, by) : builder.CreateSub(from, by);
  }

  void write() {
    llvm::LLVMContext& context = look_.getContext();
    llvm::Type* const pointer = llvm::PointerType::get(context, 0);
    llvm::Type* const word = llvm::Type::getInt64Ty(context);
    auto* type = llvm::FunctionType::get(llvm::Type::getInt1Ty(context), {pointer, word}, false);
    llvm::Function* const function =
        llvm::Function::Create(type, llvm::Function::InternalLinkage, "heddle.leaves", look_.getModule());
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addRetAttr(llvm::Attribute::ZExt);  // as C returns a truth value
    result_.leaves = function;
    auto* entry = llvm::BasicBlock::Create(context, "", function);
    yes_ = llvm::BasicBlock::Create(context, "", function);
    no_ = llvm::BasicBlock::Create(context, "", function);
    llvm::ReturnInst::Create(context, llvm::ConstantInt::getTrue(context), yes_);
    llvm::ReturnInst::Create(context, llvm::ConstantInt::getFalse(context), no_);
    for (const Point& point : points_) result_.points.push_back(resolved(point));
    read_arguments(*entry);
    for (const llvm::BasicBlock* block : blocks_)
      copies_[block] = llvm::BasicBlock::Create(context, "", function, yes_);
    copies_[&home_] = entry;
    copy(look_.getNextNode(), *entry);
    for (const llvm::BasicBlock* block : blocks_) copy(&*block->begin(), *llvm::cast<llvm::BasicBlock>(copies_[block]));
    for (auto& [original, copied] : instructions_) connect(*original, *copied);
    for (auto& [block, end] : ends_) finish(*end, *llvm::cast<llvm::BasicBlock>(copies_[block]));
  }

  // Where the copy of a block ends early, the value is accepted, unless that is a false assumption, or the turn will be
  // in vain.
  void finish(const llvm::Instruction& end, llvm::BasicBlock& copied) const {
    llvm::IRBuilder<> builder(&copied);
    llvm::Value* const assumed = until_ == Until::kAssumption ? assumed_by(end) : nullptr;
    if (assumed == nullptr) {
      builder.CreateBr(is_hopeless(end) ? no_ : yes_);
    } else {
      builder.CreateCondBr(builder.CreateIsNotNull(copy_of(assumed, end)), yes_, no_);
    }
  }

  void read_arguments(llvm::BasicBlock& entry) {
    llvm::IRBuilder<> builder(&entry);
    const auto as = [&](llvm::Value* word, llvm::Type* type) {
      if (type->isPointerTy()) return builder.CreateIntToPtr(word, type);
      return builder.CreateTrunc(word, type);
    };
    for (llvm::Value* found : found_) values_[found] = as(entry.getParent()->getArg(1), found->getType());
    for (llvm::Value* exchanged : exchanged_) values_[exchanged] = builder.getFalse();
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
      copied->dropPoisonGeneratingFlags();  // it is computed for values that the program need not have found
      copied->dropUnknownNonDebugMetadata();
      copied->insertInto(&to, to.end());
      values_[i] = copied;
      instructions_.push_back({i, copied});
    }
  }

  llvm::Value* copy_of(llvm::Value* operand, const llvm::Instruction& user) const {
    if (is_result(operand) || is_copied(operand, user)) return values_.lookup(operand);
    return llvm::isa<llvm::Constant>(operand) ? operand : same_.lookup(operand);
  }

  llvm::BasicBlock* target(const llvm::BasicBlock* block) const {
    if (leaves(block)) return yes_;
    return block == end_ ? no_ : copies_.lookup(block);
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

  Until until_;
  const llvm::Loop* loop_;  // null up to an assumption
  llvm::Instruction& look_;
  llvm::BasicBlock& home_;
  const llvm::BasicBlock* goal_;  // reaching it counts as leaving the loop
  const llvm::DominatorTree& dominators_;
  const llvm::BasicBlock* end_ = nullptr;  // where values are refused; none up to an assumption
  AwaitPredicate result_{};
  llvm::SmallVector<llvm::Value*, 2> found_;                                // by the look
  llvm::SmallVector<llvm::Value*, 2> exchanged_;                            // whether a compare-exchange has succeeded
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::Instruction*> ends_;  // what is not copied any more
  llvm::SmallVector<const llvm::Instruction*, 2> assumptions_;              // among these
  llvm::SmallVector<Derived, 8> derived_;
  llvm::SmallVector<Point, 4> points_;
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
  return Copy(Until::kNextLook, &loop, look, goal, dominators).make();
}

namespace {

bool finds_word(const llvm::Instruction& look) {
  const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&look);
  return is_word(cas != nullptr ? *cas->getCompareOperand() : static_cast<const llvm::Value&>(look));
}

}  // namespace

std::optional<AwaitPredicate> find_assumption(llvm::Instruction& look, const llvm::DominatorTree& dominators) {
  if (!finds_word(look)) return std::nullopt;
  return Copy(Until::kAssumption, nullptr, look, nullptr, dominators).make();
}

std::optional<AwaitPredicate> find_next_turn(const llvm::Loop& loop, llvm::Instruction& look,
                                             const llvm::DominatorTree& dominators) {
  if (!finds_word(look)) return std::nullopt;
  return Copy(Until::kNextTurn, &loop, look, nullptr, dominators).make();
}

}  // namespace heddle::instrument
