#include "instrument/stack_variables.h"

#include <llvm/Analysis/StackLifetime.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "abi/instrumented.h"
#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kGranule = 1 << HEDDLE_QUIET_GRANULE_BITS;
constexpr std::uint64_t kSmallestZone = 16;
constexpr std::uint64_t kLargestZone = 1024;

std::uint64_t align_up(std::uint64_t size, std::uint64_t to) { return (size + to - 1) / to * to; }

bool can_move(const llvm::AllocaInst& variable) {
  const llvm::DataLayout& layout = variable.getDataLayout();
  return !variable.isSwiftError() && !variable.isUsedWithInAlloca() && variable.getAddressSpace() == 0 &&
         !layout.getTypeAllocSize(variable.getAllocatedType()).isScalable();
}

bool is_empty(const llvm::AllocaInst& variable) {
  const auto size = variable.getAllocationSize(variable.getDataLayout());
  return size && size->isZero();
}

std::vector<llvm::LifetimeIntrinsic*> scope_of(llvm::AllocaInst& variable) {
  std::vector<llvm::LifetimeIntrinsic*> scope;
  for (llvm::User* user : variable.users()) {
    if (auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user)) scope.push_back(marker);
  }
  return scope;
}

bool begins_scope(const llvm::LifetimeIntrinsic& marker) {
  return marker.getIntrinsicID() == llvm::Intrinsic::lifetime_start;
}

// If one of two variables is meant, SROA loads both.
bool is_speculative(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::LoadInst>(instruction) && !instruction.use_empty() &&
         std::all_of(instruction.user_begin(), instruction.user_end(),
                     [](const llvm::User* user) { return llvm::isa<llvm::SelectInst>(user); });
}

// Is a variable with a scope accessed where it need not be live?
bool leaves_scope(const llvm::Function& function, llvm::AllocaInst& variable) {
  if (scope_of(variable).empty()) return false;
  const llvm::AllocaInst* one[] = {&variable};
  llvm::StackLifetime lifetime(function, one, llvm::StackLifetime::LivenessType::Must);
  lifetime.run();
  llvm::SmallVector<llvm::Value*, 8> derived = {&variable};
  llvm::SmallPtrSet<llvm::Value*, 8> seen;
  while (!derived.empty()) {
    llvm::Value* value = derived.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (llvm::User* user : value->users()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr || llvm::isa<llvm::LifetimeIntrinsic>(instruction)) continue;
      if (is_speculative(*instruction)) continue;
      if (instruction->mayReadOrWriteMemory() && !lifetime.isAliveAfter(&variable, instruction)) return true;
      if (instruction->getType()->isPointerTy() && !llvm::isa<llvm::CallBase, llvm::LoadInst>(instruction))
        derived.push_back(instruction);
    }
  }
  return false;
}

// For such variables the runtime knows what has been written, if they are in memory where it knows each byte.
bool is_declared_without_value(const llvm::AllocaInst& variable) {
  const auto gives = [](const llvm::User* user) { return gives_any_value(*llvm::cast<llvm::Instruction>(user)); };
  return std::any_of(variable.user_begin(), variable.user_end(), [&](const llvm::User* user) {
    return gives(user) ||
           (llvm::isa<llvm::GetElementPtrInst>(user) && std::any_of(user->user_begin(), user->user_end(), gives));
  });
}

// Where the function ends; before a tail call that takes its place.
std::vector<llvm::Instruction*> exits_of(llvm::Function& function) {
  std::vector<llvm::Instruction*> exits;
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction* last = block.getTerminator();
    if (!llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(last)) continue;
    llvm::CallInst* tail = block.getTerminatingMustTailCall();
    exits.push_back(tail != nullptr ? tail : last);
  }
  return exits;
}

bool is_static(const llvm::AllocaInst* variable) { return variable->isStaticAlloca(); }

// Gives each variable its place in the frame, and returns the total size. A small one ends where a granule ends, so
// that the whole granule may be accessed and needs no closer look; others begin at one.
std::uint64_t lay_out(std::vector<Variables::InFrame>& frame) {
  std::uint64_t next = HEDDLE_FRAME_HEADER;
  for (Variables::InFrame& one : frame) {
    const std::uint64_t align = std::max(one.variable->getAlign().value(), kGranule);
    next = align_up(next, align);
    one.offset =
        one.size < kGranule && one.variable->getAlign().value() <= one.size ? next + kGranule - one.size : next;
    next = align_up(one.offset + one.size, kGranule) +
           std::clamp(align_up(one.size / 4, kGranule), kSmallestZone, kLargestZone);
  }
  return align_up(next, HEDDLE_FRAME_HEADER);
}

}  // namespace

std::vector<llvm::AllocaInst*> StackVariables::find(llvm::Function& function, MemoryOf& memory_of,
                                                    const llvm::StackSafetyGlobalInfo* safety) {
  std::vector<llvm::AllocaInst*> found;
  // A coroutine keeps its variables in a frame of its own, which is created later.
  if (function.isPresplitCoroutine()) return found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || !can_move(*variable) || is_empty(*variable)) continue;
    const bool lacks_value = memory_of(*variable) == Memory::kShared && is_declared_without_value(*variable);
    if (is_static(variable) && safety != nullptr && safety->isSafe(*variable) && !lacks_value) continue;
    if (memory_of(*variable) == Memory::kPrivate) {
      if (!leaves_scope(function, *variable)) continue;
      memory_of.share(*variable);
    }
    found.push_back(variable);
  }
  return found;
}

llvm::CallInst* StackVariables::call(llvm::IRBuilder<>& builder, llvm::FunctionCallee hook,
                                     llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::CallInst* made = builder.CreateCall(hook, arguments);
  made->setCallingConv(llvm::cast<llvm::Function>(hook.getCallee())->getCallingConv());
  return made;
}

void StackVariables::move(llvm::Function& function, const std::vector<llvm::AllocaInst*>& variables) {
  note_unwinding(function);
  std::vector<llvm::AllocaInst*> fixed;
  std::vector<llvm::AllocaInst*> arrays;
  for (llvm::AllocaInst* variable : variables) (is_static(variable) ? fixed : arrays).push_back(variable);
  if (!arrays.empty()) release_arrays(function);
  for (llvm::AllocaInst* variable : arrays) move_array(*variable);
  if (!fixed.empty()) move_fixed(function, fixed);
}

void StackVariables::move_fixed(llvm::Function& function, const std::vector<llvm::AllocaInst*>& variables) {
  std::vector<Variables::InFrame> frame;
  std::uint64_t align = HEDDLE_FRAME_HEADER;
  for (llvm::AllocaInst* variable : variables) {
    const std::uint64_t size =
        variable->getAllocationSize(module_.getDataLayout()).value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
    const std::vector<llvm::LifetimeIntrinsic*> scope = scope_of(*variable);
    frame.push_back({variable, 0, size, std::any_of(scope.begin(), scope.end(), [](const auto* marker) {
                       return begins_scope(*marker);
                     })});
    align = std::max(align, variable->getAlign().value());
  }
  const std::uint64_t size = lay_out(frame);
  llvm::Constant* described = variables_.frame(size, frame);
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* block = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size));
  block->setAlignment(llvm::Align(align));
  llvm::Value* entered = call(builder, hooks_.enter, {block, described});
  std::vector<llvm::Value*> moved;
  moved.reserve(frame.size());
  for (const Variables::InFrame& one : frame)
    moved.push_back(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entered, one.offset));
  for (std::size_t i = 0; i < frame.size(); ++i) {
    replace_scope(*frame[i].variable, *moved[i], frame[i].size);
    frame[i].variable->replaceAllUsesWith(moved[i]);
    frame[i].variable->eraseFromParent();
  }
  for (llvm::Instruction* exit : exits_of(function)) {
    llvm::IRBuilder<> at_exit(exit);
    call(at_exit, hooks_.leave, {entered, described});
  }
}

void StackVariables::replace_scope(llvm::AllocaInst& variable, llvm::Value& moved, std::uint64_t size) {
  for (llvm::LifetimeIntrinsic* marker : scope_of(variable)) {
    llvm::IRBuilder<> builder(marker);
    call(builder, begins_scope(*marker) ? hooks_.scope_begins : hooks_.scope_ends, {&moved, builder.getInt64(size)});
    marker->eraseFromParent();
  }
}

void StackVariables::move_array(llvm::AllocaInst& variable) {
  for (llvm::LifetimeIntrinsic* marker : scope_of(variable)) marker->eraseFromParent();
  llvm::IRBuilder<> builder(&variable);
  llvm::Constant* described = variables_.of(variable);
  llvm::Type* word = builder.getInt64Ty();
  const std::uint64_t each = module_.getDataLayout().getTypeAllocSize(variable.getAllocatedType()).getFixedValue();
  llvm::Value* size =
      builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(), word), builder.getInt64(each));
  const std::uint64_t align = std::max<std::uint64_t>(variable.getAlign().value(), HEDDLE_FRAME_HEADER);
  // The variable comes after the header of its block, which is as long as the alignment requires.
  llvm::Value* more = builder.getInt64(align + HEDDLE_FRAME_HEADER + kGranule);
  llvm::AllocaInst* block = builder.CreateAlloca(builder.getInt8Ty(), builder.CreateAdd(size, more));
  block->setAlignment(llvm::Align(align));
  llvm::Value* header = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, align - HEDDLE_FRAME_HEADER);
  llvm::Value* moved = call(builder, hooks_.enter_array, {header, size, described});
  variable.replaceAllUsesWith(moved);
  variable.eraseFromParent();
}

// What was allocated since the stack was saved is gone when it is restored, and when the function ends.
void StackVariables::release_arrays(llvm::Function& function) {
  const auto restore_at = [this](llvm::Instruction& place, llvm::Value& saved) {
    llvm::IRBuilder<> builder(&place);
    call(builder, hooks_.release, {builder.CreateStackSave(), &saved});
  };
  std::vector<llvm::CallInst*> restores;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::stackrestore)
      restores.push_back(intrinsic);
  }
  for (llvm::CallInst* restore : restores) restore_at(*restore, *restore->getArgOperand(0));
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::Value* saved = builder.CreateStackSave();
  for (llvm::Instruction* exit : exits_of(function)) restore_at(*exit, *saved);
}

void StackVariables::note_unwinding(llvm::Function& function) {
  std::vector<llvm::Instruction*> places;
  for (llvm::BasicBlock& block : function) {
    if (block.isLandingPad()) places.push_back(&*block.getFirstInsertionPt());
    for (llvm::Instruction& instruction : block) {
      auto* one = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (one != nullptr && one->hasFnAttr(llvm::Attribute::ReturnsTwice)) places.push_back(one->getNextNode());
    }
  }
  for (llvm::Instruction* place : places) {
    llvm::IRBuilder<> builder(place);
    call(builder, hooks_.unwound, {builder.CreateStackSave()});
  }
}

}  // namespace heddle::instrument
