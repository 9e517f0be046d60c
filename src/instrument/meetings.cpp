#include "instrument/meetings.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <string>

#include "abi/symbolic.h"
#include "instrument/hooks.h"
#include "instrument/known_calls.h"
#include "instrument/loop_state.h"

namespace heddle::instrument {

namespace {

// What the branch depends on; null if it is not one.
const llvm::Value* condition_of(const llvm::Instruction& terminator) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator);
  return choice != nullptr ? choice->getCondition() : nullptr;
}

// Does the function do nothing but steps, which are in the trace?
bool only_steps(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"pthread_mutex_lock",
                                          "pthread_mutex_unlock",
                                          "pthread_mutex_trylock",
                                          "pthread_rwlock_rdlock",
                                          "pthread_rwlock_wrlock",
                                          "pthread_rwlock_unlock",
                                          "pthread_spin_lock",
                                          "pthread_spin_unlock",
                                          "mtx_lock",
                                          "mtx_unlock",
                                          "sem_wait",
                                          "sem_post"};
  return names.contains(name) || only_yields(name);
}

// May the call change something that only the thread can see? A function with a body here reports that itself.
bool changes_by_call(const llvm::CallBase& call, const SilentEffects& effects, MemoryOf& memory_of) {
  if (!is_real_call(call)) return effects.in(call, memory_of);
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr) return true;
  return callee->isDeclaration() && !call.doesNotReturn() && !only_computes(call) && !only_steps(callee->getName());
}

}  // namespace

Meetings::Meetings(llvm::Function& function, ShadowHelpers& helpers, const Taint& taint, const SilentEffects& effects,
                   MemoryOf& memory_of)
    : function_(function), helpers_(helpers) {
  // What returns again from setjmp did not go the way that the code shows.
  if (!function.callsFunctionThatReturnsTwice()) find(taint, effects, memory_of);
  find_changes(effects, memory_of);
}

// What is computed before the branch, as long as nothing changes there, belongs to the way: a compare-exchange has
// determined what the branch after it does.
llvm::Instruction* Meetings::first_of_way(llvm::Instruction& branch, const SilentEffects& effects,
                                          MemoryOf& memory_of) {
  llvm::Instruction* first = &branch;
  for (llvm::Instruction* before = branch.getPrevNode(); before != nullptr; before = before->getPrevNode()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(before);
    const bool is_call = call != nullptr && is_real_call(*call);
    const llvm::Function* callee = is_call ? called_function(*call) : nullptr;
    const bool is_step = is_call && callee != nullptr && (only_computes(*call) || only_steps(callee->getName()));
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(before) || before->isEHPad() || (is_call && !is_step)) break;
    if (!is_call && effects.in_frame(*before, memory_of)) break;
    first = before;
  }
  return first;
}

void Meetings::find(const Taint& taint, const SilentEffects& effects, MemoryOf& memory_of) {
  const llvm::PostDominatorTree ends(function_);
  const llvm::DominatorTree dominators(function_);
  llvm::DenseMap<const llvm::BasicBlock*, std::size_t> by_block;
  for (llvm::BasicBlock& block : function_) {
    const llvm::Value* condition = condition_of(*block.getTerminator());
    if (condition == nullptr || !taint(condition) || !dominators.isReachableFromEntry(&block)) continue;
    const auto* node = ends.getNode(&block);
    llvm::BasicBlock* end = node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
    if (end == nullptr || end->isEHPad()) continue;
    const auto [known, is_new] = by_block.try_emplace(end, meetings_.size());
    if (is_new) meetings_.push_back({.block = end});
    llvm::Instruction* branch = block.getTerminator();
    by_branch_[branch] = known->second;
    meetings_[known->second].branches.push_back({first_of_way(*branch, effects, memory_of), branch});
    llvm::SetVector<llvm::BasicBlock*>& way = meetings_[known->second].way;
    std::vector<llvm::BasicBlock*> waiting(llvm::succ_begin(&block), llvm::succ_end(&block));
    while (!waiting.empty()) {
      llvm::BasicBlock* next = waiting.back();
      waiting.pop_back();
      if (next == end || !way.insert(next)) continue;
      waiting.insert(waiting.end(), llvm::succ_begin(next), llvm::succ_end(next));
    }
  }
  for (Meeting& meeting : meetings_) {
    if (!find_live(meeting, dominators)) meeting.block = nullptr;
  }
}

bool Meetings::find_live(Meeting& meeting, const llvm::DominatorTree& dominators) {
  const auto take = [&](llvm::Instruction& value) {
    if (llvm::isa<llvm::AllocaInst>(value)) return false;
    if (value.getType()->isVoidTy() || !is_alive(value, *meeting.block)) return true;
    meeting.live.push_back(&value);
    return is_small(*value.getType());
  };
  for (llvm::BasicBlock* block : meeting.way) {
    if (!dominators.dominates(block, meeting.block)) continue;
    for (llvm::Instruction& value : *block) {
      if (!take(value)) return false;
    }
  }
  for (const Branch& branch : meeting.branches) {
    llvm::BasicBlock* block = branch.terminator->getParent();
    if (meeting.way.contains(block) || !dominators.dominates(block, meeting.block)) continue;
    for (llvm::Instruction* value = branch.first; value != branch.terminator; value = value->getNextNode()) {
      if (!take(*value)) return false;
    }
  }
  const auto phis = meeting.block->phis();
  return std::all_of(phis.begin(), phis.end(), take);
}

// Also elsewhere: the function may be called on a way. But then its own variables are gone.
void Meetings::find_changes(const SilentEffects& effects, MemoryOf& memory_of) {
  llvm::DenseSet<const llvm::BasicBlock*> on_a_way;
  for (const Meeting& meeting : meetings_) {
    if (meeting.block != nullptr) on_a_way.insert(meeting.way.begin(), meeting.way.end());
  }
  for (llvm::Instruction& instruction : llvm::instructions(function_)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const bool is_call = call != nullptr && !llvm::isa<llvm::MemIntrinsic>(call);
    const bool stays = on_a_way.contains(instruction.getParent());
    const bool changes = is_call ? changes_by_call(*call, effects, memory_of)
                         : stays ? effects.in_frame(instruction, memory_of)
                                 : effects.in(instruction, memory_of);
    if (changes) changes_.push_back(&instruction);
  }
}

void Meetings::fork(llvm::Instruction& branch) {
  const auto known = by_branch_.find(&branch);
  if (known == by_branch_.end()) return;
  Meeting& meeting = meetings_[known->second];
  if (meeting.block == nullptr) return;
  if (meeting.fork == nullptr) {
    llvm::BasicBlock& entry = function_.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.begin());
    meeting.fork = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt64Ty(), sizeof(heddle_fork) / 8));
    llvm::Instruction* first = &*entry.getFirstNonPHIOrDbgOrAlloca();
    llvm::IRBuilder<>(first).CreateStore(builder.getInt32(0), meeting.fork);
  }
  const auto same = [&](const Branch& other) { return other.terminator == &branch; };
  const auto at = std::find_if(meeting.branches.begin(), meeting.branches.end(), same);
  llvm::IRBuilder<>(at->first).CreateCall(helpers_.fork(), {meeting.fork});
}

void Meetings::add(llvm::function_ref<llvm::Value*(llvm::Value&)> shadow_of) {
  for (llvm::Instruction* instruction : changes_) llvm::IRBuilder<>(instruction).CreateCall(helpers_.change());
  for (Meeting& meeting : meetings_) {
    if (meeting.fork == nullptr) continue;
    llvm::IRBuilder<> builder(meeting.block, meeting.block->getFirstInsertionPt());
    meeting.anchor = builder.CreateIntrinsic(llvm::Intrinsic::donothing, {}, {});
  }
  // As memory, and then as registers again.
  std::vector<llvm::AllocaInst*> slots;
  llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> slot_of;  // by shadow
  std::vector<std::vector<Renamed>> renamed(meetings_.size());
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    if (meetings_[i].fork == nullptr) continue;
    for (llvm::Value* value : meetings_[i].live) {
      auto* shadow = llvm::dyn_cast_or_null<llvm::Instruction>(shadow_of(*value));
      // What only goes to variables that are set aside is a number like any other.
      if (shadow != nullptr && shadow->use_empty()) shadow = nullptr;
      renamed[i].push_back({value, shadow, nullptr});
      if (shadow == nullptr || slot_of.contains(shadow)) continue;
      slot_of[shadow] = nullptr;
    }
  }
  for (std::vector<Renamed>& of_meeting : renamed) {
    for (Renamed& one : of_meeting) {
      if (one.shadow == nullptr) continue;
      llvm::AllocaInst*& slot = slot_of[one.shadow];
      if (slot == nullptr) slots.push_back(slot = llvm::DemoteRegToStack(*one.shadow));
      one.slot = slot;
    }
  }
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    if (meetings_[i].fork != nullptr) add(meetings_[i], i, renamed[i]);
  }
  llvm::DominatorTree dominators(function_);
  if (!slots.empty()) llvm::PromoteMemToReg(slots, dominators);
}

void Meetings::add(const Meeting& meeting, std::size_t number, llvm::ArrayRef<Renamed> renamed) {
  llvm::SmallVector<llvm::Value*, 8> words;
  for (const Renamed& one : renamed) {
    if (one.slot == nullptr) words.push_back(defined_word(*one.value, *meeting.anchor));
  }
  llvm::IRBuilder<> builder(meeting.anchor);
  const std::string name = function_.getParent()->getSourceFileName() + ":" + function_.getName().str();
  const std::string place = name + ":" + std::to_string(number);
  llvm::Value* hash = mix(builder, builder.getInt64(llvm::xxh3_64bits(llvm::StringRef(place))), words);
  llvm::Value* met = builder.CreateCall(helpers_.meet(), {meeting.fork, hash});
  llvm::SmallPtrSet<const llvm::AllocaInst*, 8> done;  // something that is only another name has the same shadow
  for (const Renamed& one : renamed) {
    if (one.slot == nullptr || !done.insert(one.slot).second) continue;
    llvm::Type* type = one.value->getType();
    const auto width = static_cast<std::uint32_t>(type->getPrimitiveSizeInBits().getFixedValue());
    const std::uint32_t how = type->isPointerTy() ? HEDDLE_POINTER | 64 : width;
    llvm::Value* value = builder.CreateFreeze(one.value);
    if (type->isFloatingPointTy()) value = builder.CreateBitCast(value, builder.getIntNTy(width));
    value = type->isPointerTy() ? builder.CreatePtrToInt(value, builder.getInt64Ty())
                                : builder.CreateZExt(value, builder.getInt64Ty());
    llvm::Value* before = builder.CreateLoad(builder.getInt32Ty(), one.slot);
    builder.CreateStore(builder.CreateCall(helpers_.met(), {met, builder.getInt32(how), before, value}), one.slot);
  }
  meeting.anchor->eraseFromParent();
}

}  // namespace heddle::instrument
