#include "instrument/awaits.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "instrument/assumptions.h"
#include "instrument/looks.h"
#include "instrument/loop_state.h"
#include "instrument/updates.h"

namespace heddle::instrument {

namespace {

using llvm::CmpInst;

// The only look of a loop, and the first of the plain loads in the same block before it.
struct Look {
  llvm::Instruction* look = nullptr;
  llvm::Instruction* first_load = nullptr;
};

// Nothing if the loop does more.
std::optional<Look> only_look(const llvm::Loop& loop) {
  Look found;
  for (llvm::BasicBlock* block : loop.blocks()) {
    llvm::Instruction* load = nullptr;
    for (llvm::Instruction& instruction : *block) {
      if (looks(instruction)) {
        if (found.look != nullptr) return std::nullopt;
        found = {&instruction, load};
        load = nullptr;
      } else if (is_plain_load(instruction)) {
        if (found.look != nullptr && found.look->getParent() == block) return std::nullopt;
        if (load == nullptr) load = &instruction;
      } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) {
        if (!only_waits(instruction)) return std::nullopt;
      }
    }
    if (load != nullptr) return std::nullopt;  // not in the block of the look
  }
  // An exchange that changes nothing publishes what the thread has read all the same.
  if (found.look == nullptr || (found.first_load != nullptr && exchanged(*found.look) != nullptr)) return std::nullopt;
  return found;
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

// Does an exchange that finds what it stores, and so changes nothing, repeat the loop?
bool goes_on_in_vain(const llvm::Value& puts, const Comparison& leaves) {
  const auto* put = llvm::dyn_cast<llvm::ConstantInt>(&puts);
  const auto* value = llvm::dyn_cast<llvm::ConstantInt>(leaves.value);
  if (put == nullptr || value == nullptr) return false;
  return !llvm::ICmpInst::compare(put->getValue().zextOrTrunc(leaves.bits), value->getValue().zextOrTrunc(leaves.bits),
                                  leaves.predicate);
}

std::optional<Await> await_of(const llvm::Loop& loop, llvm::Instruction& look) {
  using namespace llvm::PatternMatch;
  // What it carries from iteration to iteration may be a bound on their number.
  const auto stays_the_same = [&](const llvm::PHINode& phi) { return stays(&phi, loop); };
  if (loop.getExitingBlock() == nullptr || !llvm::all_of(loop.getHeader()->phis(), stays_the_same)) return std::nullopt;
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

// Is the value, which is computed before the look in each turn, used after it in the same turn, or after the loop?
bool is_used_after(const llvm::Instruction& value, const llvm::Instruction& look) {
  const llvm::BasicBlock& home = *look.getParent();
  const bool is_used_here = llvm::any_of(value.uses(), [&](const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use) == &home;
    return user->getParent() == &home && look.comesBefore(user);
  });
  return is_used_here || llvm::any_of(llvm::successors(&home), [&](const llvm::BasicBlock* next) {
           return next != value.getParent() && is_alive(value, *next);
         });
}

// Does something that differs from turn to turn outlast the look? `while (load(&x) != 1) waited = true;`
bool remembers_turns(const llvm::Loop& loop, const llvm::Instruction& look, const llvm::DominatorTree& dominators) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](const llvm::Instruction& i) {
      return !i.getType()->isVoidTy() && dominators.dominates(&i, &look) && !repeats(&i, loop) &&
             is_used_after(i, look);
    });
  });
}

// The same for a load whose value decides by a predicate.
std::optional<Await> await_by_predicate(const llvm::Loop& loop, llvm::Instruction& look,
                                        const llvm::DominatorTree& dominators) {
  if (!is_load(look) || !is_word(look) || remembers_turns(loop, look, dominators)) return std::nullopt;
  std::optional<AwaitPredicate> predicate = find_predicate(loop, look, nullptr, dominators);
  if (!predicate) return std::nullopt;
  const auto is_the_same = [&](const llvm::Value* value) { return repeats(value, loop); };
  if (!llvm::all_of(predicate->same, is_the_same) || !llvm::all_of(predicate->points, is_the_same)) {
    predicate->leaves->eraseFromParent();
    return std::nullopt;
  }
  return Await{.look = &look, .address = address_of(look), .predicate = std::move(predicate)};
}

bool is_computed_by(const llvm::Value* value, const llvm::Instruction& look, const llvm::DominatorTree& dominators) {
  return llvm::isa<llvm::Constant>(value) || dominators.dominates(value, &look);
}

// A load before the loop whose value is tested first: `for (int v = load(&x); v != 1; v = load(&x)) {}`. It may wait
// for the same, if nothing but that test knows what it finds.
llvm::Instruction* first_look(const llvm::Loop& loop, const Await& await, const llvm::DominatorTree& dominators) {
  const llvm::BasicBlock* before = loop.getLoopPreheader();  // the loop always follows
  if (before == nullptr || await.first_load != nullptr || !await.predicate) return nullptr;
  llvm::Instruction* found = nullptr;
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    auto* first = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(before));
    const bool carries = phi.getNumIncomingValues() == 2 && llvm::is_contained(phi.incoming_values(), await.look);
    if (!carries && !stays(&phi, loop)) return nullptr;
    if (!carries || first == nullptr || first->getParent() != before || !looks(*first) || !is_load(*first)) continue;
    if (address_of(*first) != await.address || first->getType() != await.look->getType()) continue;
    if (!first->hasOneUser()) continue;
    const auto is_known = [&](const llvm::Value* value) { return is_computed_by(value, *first, dominators); };
    if (!llvm::all_of(await.predicate->same, is_known) || !llvm::all_of(await.predicate->points, is_known)) continue;
    const auto does_nothing = [](const llvm::Instruction& i) {
      return !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects();
    };
    if (std::all_of(std::next(first->getIterator()), first->getParent()->end(), does_nothing)) found = first;
  }
  return found;
}

// All exits, and the way back, come after the look.
bool always_looks(const llvm::Loop& loop, const llvm::Instruction& look, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 4> ends;
  loop.getLoopLatches(ends);
  return llvm::all_of(ends, [&](const llvm::BasicBlock* end) { return dominators.dominates(look.getParent(), end); });
}

}  // namespace

std::vector<Await> find_awaits(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators) {
  std::vector<Await> found;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    const std::optional<Look> look = only_look(*loop);
    if (!look || !always_looks(*loop, *look->look, dominators) || !repeats(address_of(*look->look), *loop)) continue;
    std::optional<Await> await;
    if (const llvm::BasicBlock* exit = loop->getExitingBlock();
        exit != nullptr && dominators.dominates(look->look->getParent(), exit))
      await = await_of(*loop, *look->look);
    if (!await) await = await_by_predicate(*loop, *look->look, dominators);
    if (!await) continue;
    await->first_load = look->first_load;
    if (llvm::Instruction* const first = first_look(*loop, *await, dominators)) {
      Await same = *await;
      same.look = first;
      found.push_back(std::move(same));
    }
    found.push_back(std::move(*await));
  }
  return found;
}

namespace {

// Does the loop do nothing but look, and does a turn have nothing from the one before? One access may change memory: of
// others it would have to be known that they fail.
bool only_looks(const llvm::Loop& loop) {
  const auto stays_the_same = [&](const llvm::PHINode& phi) { return stays(&phi, loop); };
  if (!llvm::all_of(loop.getHeader()->phis(), stays_the_same)) return false;
  int changes = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& i : *block) {
      if (looks(i)) {
        if (!is_load(i)) ++changes;
      } else if ((i.mayReadOrWriteMemory() || i.mayHaveSideEffects()) && !is_plain_load(i) && !only_waits(i)) {
        return false;
      }
    }
  }
  return changes <= 1;
}

bool changes(const llvm::Instruction& i) { return looks(i) && !is_load(i); }

bool reads(const llvm::Instruction& i) { return looks(i) || is_plain_load(i); }

// Can this look come after such an access in the same turn?
bool may_follow(const llvm::Loop& loop, const llvm::Instruction& look, bool (*access)(const llvm::Instruction&)) {
  for (const llvm::Instruction* i = look.getPrevNode(); i != nullptr; i = i->getPrevNode()) {
    if (access(*i)) return true;
  }
  llvm::SmallVector<const llvm::BasicBlock*, 8> left = {look.getParent()};
  llvm::DenseSet<const llvm::BasicBlock*> seen;
  while (!left.empty()) {
    const llvm::BasicBlock* const block = left.pop_back_val();
    if (block == loop.getHeader()) continue;
    for (const llvm::BasicBlock* before : llvm::predecessors(block)) {
      if (!seen.insert(before).second) continue;
      if (llvm::any_of(*before, access)) return true;
      left.push_back(before);
    }
  }
  return false;
}

}  // namespace

std::vector<Await> find_last_looks(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                   const std::vector<Await>& others) {
  std::vector<Await> found;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!only_looks(*loop)) continue;
    for (llvm::BasicBlock* block : loop->blocks()) {
      if (loops.getLoopFor(block) != loop) continue;  // the turn is one of a loop inside
      for (llvm::Instruction& look : *block) {
        const auto is_look_of = [&](const Await& await) { return await.look == &look; };
        if (!looks(look) || llvm::any_of(others, is_look_of)) continue;
        if (is_load(look) && may_follow(*loop, look, changes)) continue;
        std::optional<AwaitPredicate> predicate = find_next_turn(*loop, look, dominators);
        if (!predicate) continue;
        // Where a turn begins with it, it is the same look again and again.
        const bool is_first = !may_follow(*loop, look, reads) && repeats(address_of(look), *loop);
        found.push_back({.look = &look,
                         .address = address_of(look),
                         .predicate = std::move(predicate),
                         .turn = is_first ? nullptr : loop});
      }
    }
  }
  return found;
}

std::vector<Await> find_assumed(llvm::Function& function, const llvm::DominatorTree& dominators,
                                const std::vector<Await>& others) {
  std::vector<Await> found;
  const auto assumes = [](const llvm::Instruction& i) { return assumed_by(i) != nullptr; };
  if (llvm::none_of(llvm::instructions(function), assumes)) return found;
  for (llvm::Instruction& look : llvm::instructions(function)) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&look);
    const auto is_look_of = [&](const Await& await) { return await.look == &look; };
    if (!looks(look) || (load != nullptr && updates(*load)) || llvm::any_of(others, is_look_of)) continue;
    std::optional<AwaitPredicate> predicate = find_assumption(look, dominators);
    if (!predicate) continue;
    found.push_back({.look = &look, .address = address_of(look), .predicate = std::move(predicate), .assumed = true});
  }
  return found;
}

namespace {

llvm::Value* as_word(llvm::IRBuilder<>& builder, llvm::Value* value, bool is_signed) {
  value = builder.CreateFreeze(value);  // the program may not use it on this way
  if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  return is_signed ? builder.CreateSExt(value, builder.getInt64Ty()) : builder.CreateZExt(value, builder.getInt64Ty());
}

// An array of the values, on the stack.
llvm::Value* array_of(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> values) {
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> first(&entry, entry.getFirstInsertionPt());
  llvm::Value* const array = first.CreateAlloca(llvm::ArrayType::get(builder.getInt64Ty(), values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    builder.CreateStore(as_word(builder, values[i], true), builder.CreateConstGEP1_64(builder.getInt64Ty(), array, i));
  }
  return array;
}

}  // namespace

void instrument(const Await& await, const Hooks& hooks, const llvm::CallInst* head) {
  if (await.first_load != nullptr) llvm::IRBuilder<>(await.first_load).CreateCall(hooks.await_begins, {});
  llvm::IRBuilder<> builder(await.look);
  std::uint32_t how = await.first_load != nullptr ? HEDDLE_AWAIT_LOADS : 0;
  if (await.predicate) {
    const AwaitPredicate& predicate = *await.predicate;
    llvm::SmallVector<llvm::Value*, 4> points = predicate.points;
    if (await.assumed) how |= HEDDLE_AWAIT_ASSUMED;
    if (await.turn != nullptr) {
      how |= HEDDLE_AWAIT_TURN;
      builder.CreateCall(hooks.await_turn, {head->getArgOperand(0), head->getArgOperand(2)});
    }
    if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(await.look)) {
      how |= HEDDLE_AWAIT_COMPARES;
      points.push_back(cas->getCompareOperand());
    } else if (llvm::Value* const stored = exchanged(*await.look)) {
      how |= HEDDLE_AWAIT_EXCHANGES;
      points.push_back(stored);
    }
    builder.CreateCall(hooks.await_set,
                       {await.address, builder.getInt32(predicate.bits), predicate.leaves,
                        array_of(builder, predicate.same), array_of(builder, points),
                        builder.getInt32(static_cast<std::uint32_t>(points.size())), builder.getInt32(how)});
    return;
  }
  builder.CreateCall(hooks.await_next, {await.address, builder.getInt32(await.relation), builder.getInt32(await.bits),
                                        as_word(builder, await.value, false), builder.getInt32(how)});
}

}  // namespace heddle::instrument
