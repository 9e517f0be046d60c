#include "instrument/retries.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "abi/instrumented.h"
#include "instrument/compare_exchange.h"
#include "instrument/looks.h"
#include "instrument/updates.h"

namespace heddle::instrument {

namespace {

using Exchange = llvm::AtomicCmpXchgInst;

bool is_same(const Retry::Fixed& a, const Retry::Fixed& b) {
  return a.base == b.base && a.offset == b.offset && a.size == b.size;
}

constexpr std::size_t kMostFixed = 8;
constexpr std::int64_t kFarthest = 1 << 20;  // of what is read from what the value points to

class Finder {
 public:
  Finder(const llvm::Loop& loop, const llvm::DominatorTree& dominators) : loop_(loop), dominators_(dominators) {}

  std::optional<Retry> find() {
    if (!sort_accesses() || !find_load() || !always_tries() || !learns_the_same() || !knows_exits()) return {};
    for (llvm::Instruction* access : accesses_) {
      if (!is_kept(*access) && !add(*access)) return {};
    }
    // What a turn in vain has written must not be read by the next one, nor be left there.
    if (writes_ && reads_) return {};
    // If the loop is left after turns in vain, its step accesses nothing.
    if (!result_.fixed.empty() && result_.leaves_at != nullptr) return {};
    return std::move(result_);
  }

 private:
  // The one compare-exchange, at most one atomic load, and plain accesses.
  bool sort_accesses() {
    for (llvm::BasicBlock* block : loop_.blocks()) {
      for (llvm::Instruction& i : *block) {
        if (!sort(i)) return false;
      }
    }
    return result_.exchange != nullptr;
  }

  bool sort(llvm::Instruction& i) {
    if (auto* exchange = llvm::dyn_cast<Exchange>(&i)) {
      const bool is_first = std::exchange(result_.exchange, exchange) == nullptr;
      return is_first && !exchange->isVolatile() && is_word(*exchange->getCompareOperand());
    }
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i); load != nullptr && load->isAtomic()) {
      return std::exchange(result_.load, load) == nullptr && !load->isVolatile();
    }
    if (is_plain_load(i)) {
      accesses_.push_back(&i);
      return true;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i); store != nullptr && store->isSimple()) {
      accesses_.push_back(&i);
      return true;
    }
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i); call != nullptr && call->isAssumeLikeIntrinsic())
      return true;
    if (only_waits(i)) {
      waits_.push_back(&i);
      return true;
    }
    const auto* computes = llvm::dyn_cast<llvm::BinaryOperator>(&i);
    return !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects() && (computes == nullptr || !computes->isIntDivRem());
  }

  // The load whose value is compared: in each turn, or before the loop and then what the exchange has found.
  bool find_load() {
    Exchange& exchange = *result_.exchange;
    found_ = without_casts(exchange.getCompareOperand());
    const auto stays_the_same = [&](const llvm::PHINode& phi) { return &phi == found_ || stays(&phi, loop_); };
    if (!llvm::all_of(loop_.getHeader()->phis(), stays_the_same)) return false;
    if (result_.load != nullptr) {
      loads_in_turn_ = true;
      if (found_ != result_.load || !dominators_.dominates(result_.load, &exchange)) return false;
    } else if (!find_first_load()) {
      return false;
    }
    return is_same_address(result_.load->getPointerOperand(), exchange.getPointerOperand()) &&
           is_fixed(exchange.getPointerOperand()) && !updates(*result_.load);
  }

  bool find_first_load() {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(found_);
    const llvm::BasicBlock* const before = loop_.getLoopPreheader();
    const llvm::BasicBlock* const latch = loop_.getLoopLatch();
    if (before == nullptr || latch == nullptr) return false;
    if (is_plain_load_in_turn(found_)) return find_kept(*before);
    if (phi == nullptr || phi->getParent() != loop_.getHeader()) return false;
    result_.load = first_load(*phi, *before);
    return result_.load != nullptr && is_found_by_failure(phi->getIncomingValueForBlock(latch), *result_.exchange);
  }

  bool is_plain_load_in_turn(const llvm::Value* value) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load != nullptr && is_plain_load(*load) && loop_.contains(load);
  }

  // What was found may be kept in memory, at an address of the thread's own, and nothing else is accessed:
  // `node->next = load(&top); while (!compare_exchange(&top, &node->next, node)) {}`. So each turn begins with writing
  // what was found there, by the load or by the exchange of the turn before.
  bool find_kept(const llvm::BasicBlock& before) {
    auto& kept = llvm::cast<llvm::LoadInst>(*found_);
    llvm::StoreInst* const first = last_store(before);
    if (first == nullptr || accesses_.size() != 2) return false;
    const llvm::BasicBlock* const failed =
        after_failure(result_.exchange->getParent()->getTerminator(), *result_.exchange);
    if (failed == nullptr || failed->getSinglePredecessor() != result_.exchange->getParent()) return false;
    auto* const again = llvm::dyn_cast<llvm::StoreInst>(accesses_[accesses_[0] == &kept ? 1 : 0]);
    if (again == nullptr || again->getParent() != failed ||
        !is_found_by_failure(again->getValueOperand(), *result_.exchange))
      return false;
    const auto place = place_of(*kept.getPointerOperand(), kept.getType());
    const auto before_loop = place_of(*first->getPointerOperand(), first->getValueOperand()->getType());
    const auto in_vain = place_of(*again->getPointerOperand(), again->getValueOperand()->getType());
    if (!place || !before_loop || !in_vain || !is_same(*place, *before_loop) || !is_same(*place, *in_vain))
      return false;
    result_.load = load_stored_by(*first);
    if (result_.load == nullptr || !is_fixed(place->base) || !dominators_.dominates(&kept, result_.exchange))
      return false;
    kept_ = {&kept, again};
    result_.fixed.push_back(*place);
    result_.fixed.back().is_write = true;
    writes_ = true;
    return true;
  }

  bool is_kept(const llvm::Instruction& access) const { return llvm::is_contained(kept_, &access); }

  // Does each turn that does not leave the loop before come to the exchange, and go on where that fails? What is after
  // it does nothing.
  bool always_tries() const {
    llvm::SmallVector<llvm::BasicBlock*, 4> ends;
    loop_.getLoopLatches(ends);
    const Exchange& exchange = *result_.exchange;
    if (!llvm::all_of(ends, [&](const llvm::BasicBlock* end) { return comes_after(end->back(), exchange); }))
      return false;
    const auto is_before = [&](const llvm::Instruction* i) { return is_kept(*i) || !comes_after(*i, exchange); };
    if (!llvm::all_of(accesses_, is_before) || llvm::any_of(waits_, is_before)) return false;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop_.getExitingBlocks(exits);
    const auto ends_here = [&](const llvm::BasicBlock* block) { return comes_after(block->back(), exchange); };
    if (llvm::count_if(exits, ends_here) != 1) return false;
    const llvm::BasicBlock* const failed = after_failure((*llvm::find_if(exits, ends_here))->getTerminator(), exchange);
    return failed != nullptr && loop_.contains(failed);
  }

  bool comes_after(const llvm::Instruction& i, const Exchange& exchange) const {
    return dominators_.dominates(&exchange, &i);
  }

  // What the load may learn about others, the exchange learns as well. And what is read after a failed exchange is as
  // well ordered as after the load.
  bool learns_the_same() const {
    if (!llvm::isAcquireOrStronger(result_.load->getOrdering())) return true;
    const Exchange& exchange = *result_.exchange;
    return llvm::isAcquireOrStronger(exchange.getSuccessOrdering()) &&
           (loads_in_turn_ || llvm::isAcquireOrStronger(exchange.getFailureOrdering()));
  }

  // Are all exits before the exchange taken if, and only if, one and the same value is found?
  bool knows_exits() {
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop_.getExitingBlocks(exits);
    return llvm::all_of(exits, [&](const llvm::BasicBlock* block) {
      return comes_after(block->back(), *result_.exchange) || knows_exit(*block->getTerminator());
    });
  }

  bool knows_exit(const llvm::Instruction& end) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (branch == nullptr || !branch->isConditional() || !dominators_.dominates(branch, result_.exchange)) return false;
    bool leaves = !loop_.contains(branch->getSuccessor(0));
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(truth(branch->getCondition(), leaves));
    if (compare == nullptr || !compare->isEquality()) return false;
    const bool is_left = without_casts(compare->getOperand(0)) == found_;
    if (!is_left && without_casts(compare->getOperand(1)) != found_) return false;
    if ((compare->getPredicate() == llvm::CmpInst::ICMP_EQ) != leaves) return false;
    auto* const value = llvm::dyn_cast<llvm::Constant>(compare->getOperand(is_left ? 1 : 0));
    if (value == nullptr || !llvm::isa<llvm::ConstantInt, llvm::ConstantPointerNull>(value)) return false;
    const bool is_same = result_.leaves_at == nullptr || result_.leaves_at == value;
    result_.leaves_at = value;
    return is_same;
  }

  // Is it known before the load?
  bool is_fixed(const llvm::Value* value) const {
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
        step != nullptr && step->hasAllConstantIndices())
      return is_fixed(step->getPointerOperand());
    const auto* i = llvm::dyn_cast<llvm::Instruction>(value);
    return i == nullptr || (!loop_.contains(i) && dominators_.dominates(i, result_.load));
  }

  bool add(llvm::Instruction& access) {
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(&access);
    llvm::Value* const pointer =
        store != nullptr ? store->getPointerOperand() : llvm::cast<llvm::LoadInst>(access).getPointerOperand();
    llvm::Type* const type = store != nullptr ? store->getValueOperand()->getType() : access.getType();
    const std::optional<Retry::Fixed> place = place_of(*pointer, type);
    if (!place) return false;
    llvm::Value* const base = place->base;
    const std::int64_t at = place->offset;
    const auto size = static_cast<std::int64_t>(place->size);
    (store != nullptr ? writes_ : reads_) = true;
    if (store == nullptr && without_casts(base) == found_) {
      const bool is_first = result_.read_begin == result_.read_end;
      result_.read_begin = is_first ? at : std::min(result_.read_begin, at);
      result_.read_end = is_first ? at + size : std::max(result_.read_end, at + size);
      return true;
    }
    if (!is_fixed(base) || result_.fixed.size() == kMostFixed) return false;
    // What a turn in vain has accessed, the one that succeeds accesses again.
    if (!dominators_.dominates(&access, result_.exchange)) return false;
    // A turn loads first.
    if (loads_in_turn_ && !dominators_.dominates(result_.load, &access)) return false;
    result_.fixed.push_back({base, at, place->size, store != nullptr});
    return true;
  }

  // Where an access of this type begins.
  std::optional<Retry::Fixed> place_of(llvm::Value& pointer, llvm::Type* type) const {
    const llvm::DataLayout& layout = result_.exchange->getDataLayout();
    const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(type).getKnownMinValue());
    llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
    llvm::Value* const base = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
    const std::int64_t at = offset.getSExtValue();
    if (at < -kFarthest || at + size > kFarthest) return std::nullopt;
    return Retry::Fixed{base, at, static_cast<std::uint64_t>(size), false};
  }

  const llvm::Loop& loop_;
  const llvm::DominatorTree& dominators_;
  Retry result_ = {nullptr, nullptr};
  llvm::Value* found_ = nullptr;
  bool loads_in_turn_ = false;
  bool reads_ = false;
  bool writes_ = false;
  llvm::SmallVector<llvm::Instruction*, 8> accesses_;
  llvm::SmallVector<const llvm::Instruction*, 2> kept_;  // of these, those of what was found: find_kept
  llvm::SmallVector<const llvm::Instruction*, 2> waits_;
};

// The fixed accesses, as an array on the stack: address, size and whether it is a write.
llvm::Value* array_of(llvm::IRBuilder<>& builder, const std::vector<Retry::Fixed>& fixed) {
  constexpr std::size_t kWords = 2;
  llvm::Type* const word = builder.getInt64Ty();
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> first(&entry, entry.getFirstInsertionPt());
  llvm::Value* const array = first.CreateAlloca(llvm::ArrayType::get(word, kWords * fixed.size()));
  const auto put = [&](std::size_t index, llvm::Value* value) {
    builder.CreateStore(value, builder.CreateConstGEP1_64(word, array, index));
  };
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    llvm::Value* const base = builder.CreatePtrToInt(fixed[i].base, word);
    put(kWords * i, builder.CreateAdd(base, builder.getInt64(static_cast<std::uint64_t>(fixed[i].offset))));
    put(kWords * i + 1, builder.getInt64(fixed[i].size | (fixed[i].is_write ? HEDDLE_RETRY_WRITES : 0)));
  }
  return array;
}

llvm::Value* as_word(llvm::IRBuilder<>& builder, llvm::Constant* value) {
  if (value == nullptr) return builder.getInt64(0);
  if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  return builder.CreateZExt(value, builder.getInt64Ty());
}

}  // namespace

std::vector<Retry> find_retries(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators) {
  std::vector<Retry> found;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    if (std::optional<Retry> retry = Finder(*loop, dominators).find()) found.push_back(std::move(*retry));
  }
  return found;
}

void instrument(const Retry& retry, const Hooks& hooks) {
  llvm::IRBuilder<> builder(retry.load);
  llvm::Value* const array =
      retry.fixed.empty() ? llvm::ConstantPointerNull::get(builder.getPtrTy()) : array_of(builder, retry.fixed);
  builder.CreateCall(hooks.retry_next,
                     {retry.load->getPointerOperand(), builder.getInt32(retry.leaves_at != nullptr),
                      as_word(builder, retry.leaves_at), builder.getInt32(static_cast<std::uint32_t>(retry.read_begin)),
                      builder.getInt32(static_cast<std::uint32_t>(retry.read_end)), array,
                      builder.getInt32(static_cast<std::uint32_t>(retry.fixed.size()))});
}

}  // namespace heddle::instrument
