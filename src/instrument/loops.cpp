#include "instrument/loops.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

// Assembly such as "pause", a compiler barrier, or an empty one that hides a value from the compiler, but not assembly
// that computes or gets an address.
bool is_harmless_assembly(const llvm::CallBase& call) {
  const auto& assembly = llvm::cast<llvm::InlineAsm>(*call.getCalledOperand());
  const bool is_empty = llvm::StringRef(assembly.getAsmString()).trim().empty();
  return (call.getType()->isVoidTy() || is_empty) &&
         std::none_of(call.arg_begin(), call.arg_end(),
                      [](const llvm::Use& argument) { return argument->getType()->isPointerTy(); });
}

bool is_harmless_intrinsic(const llvm::IntrinsicInst& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::x86_sse2_pause:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::threadlocal_address: return true;
    default:
      return intrinsic.isAssumeLikeIntrinsic() || intrinsic.isLifetimeStartOrEnd() || intrinsic.onlyReadsMemory();
  }
}

// Memory whose accesses have no hooks.
bool is_silent(Memory memory, bool private_too) {
  return memory == Memory::kThreadLocal || (private_too && memory == Memory::kPrivate);
}

// Does the instruction write memory without a hook? Private variables count if they outlive the code in question.
bool writes_silently(const llvm::Instruction& instruction, MemoryOf& memory_of, bool private_too) {
  if (gives_any_value(instruction)) return false;
  const llvm::Value* address = nullptr;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    address = store->getPointerOperand();
  } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    address = rmw->getPointerOperand();
  } else if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    address = cas->getPointerOperand();
  } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    address = memory->getRawDest();
  }
  return address != nullptr && is_silent(memory_of(*address), private_too);
}

// Is the next value of this number always different, whichever way the loop comes round?
bool counts(const llvm::PHINode& phi, const llvm::Loop& loop) {
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (!loop.contains(phi.getIncomingBlock(i))) continue;
    const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(i));
    if (next == nullptr || next->getOperand(0) != &phi) return false;
    if (next->getOpcode() != llvm::Instruction::Add && next->getOpcode() != llvm::Instruction::Sub) return false;
    const auto* by = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
    if (by == nullptr || by->isZero()) return false;
  }
  return true;
}

// The ends of variables in the loop that no hook reports, although others write to them.
std::vector<llvm::LifetimeIntrinsic*> scopes_in(const llvm::Loop& loop, MemoryOf& memory_of,
                                                const std::vector<llvm::AllocaInst*>& moved) {
  std::vector<llvm::LifetimeIntrinsic*> ends;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      auto* end = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
      if (end == nullptr || end->getIntrinsicID() != llvm::Intrinsic::lifetime_end) continue;
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(end->getArgOperand(1));
      if (variable == nullptr || !variable->isStaticAlloca() || llvm::is_contained(moved, variable)) continue;
      if (memory_of(*variable) == Memory::kShared) ends.push_back(end);
    }
  }
  return ends;
}

}  // namespace

SilentEffects::SilentEffects(llvm::Module& module, std::map<const llvm::Function*, MemoryOf>& memory_of) {
  // Up to the fixed point: a function that calls one of these is itself one of these.
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Function& function : module) {
      if (function.isDeclaration() || functions_.contains(&function)) continue;
      MemoryOf& memory = memory_of[&function];
      const bool found = std::any_of(llvm::inst_begin(function), llvm::inst_end(function),
                                     [&](const llvm::Instruction& instruction) { return in(instruction, memory); });
      if (!found) continue;
      functions_.insert(&function);
      changed = true;
    }
  }
}

bool SilentEffects::in(const llvm::Instruction& instruction, MemoryOf& memory_of) const {
  if (llvm::isa<llvm::VAArgInst>(instruction)) return true;
  if (writes_silently(instruction, memory_of, false)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  // What does not return does not reach the next iteration of a loop.
  if (call == nullptr || llvm::isa<llvm::MemIntrinsic>(call) || call->doesNotReturn()) return false;
  if (call->isInlineAsm()) return !is_harmless_assembly(*call);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call)) return !is_harmless_intrinsic(*intrinsic);
  const llvm::Function* callee = called_function(*call);
  if (callee == nullptr) return false;
  if (!callee->isDeclaration()) return functions_.contains(callee);
  return !only_computes(*call) && !is_thread_local_wrapper(callee->getName()) && !may_wait(callee->getName());
}

bool SilentEffects::in_frame(const llvm::Instruction& instruction, MemoryOf& memory_of) const {
  return in(instruction, memory_of) || writes_silently(instruction, memory_of, true);
}

Loops::Loops(llvm::Module& module, const Hooks& hooks, Places& places, const SilentEffects& effects)
    : module_(module), hooks_(hooks), places_(places), effects_(effects) {}

std::vector<Loops::Waiting> Loops::find(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                        MemoryOf& memory_of, const std::vector<llvm::AllocaInst*>& moved) const {
  std::vector<Waiting> found;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    Waiting waiting{.loop = loop, .cut = {}, .effects = {}, .scopes = {}};
    if (!may_wait(*loop, memory_of) || !finds_effects(dominators, memory_of, waiting)) continue;
    std::optional<LoopCut> cut = find_cut(*loop, loops, dominators);
    if (!cut) continue;
    waiting.cut = std::move(*cut);
    waiting.scopes = scopes_in(*loop, memory_of, moved);
    found.push_back(std::move(waiting));
  }
  return found;
}

bool Loops::may_wait(const llvm::Loop& loop, MemoryOf& memory_of) const {
  // A loop that counts its iterations never does the same thing twice.
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    if (counts(phi, loop)) return false;
  }
  bool looks = loop.hasNoExitBlocks();  // at what others may change; one that never ends need not look
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::AllocaInst>(instruction)) return false;
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      looks = looks || llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction) ||
              (load != nullptr && memory_of(*load->getPointerOperand()) == Memory::kShared) ||
              (copy != nullptr && memory_of(*copy->getRawSource()) == Memory::kShared) ||
              (call != nullptr && is_real_call(*call) && !call->doesNotReturn());
    }
  }
  return looks;
}

// False if every iteration has such an effect: then it never waits.
bool Loops::finds_effects(const llvm::DominatorTree& dominators, MemoryOf& memory_of, Waiting& waiting) const {
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  waiting.loop->getLoopLatches(latches);
  for (llvm::BasicBlock* block : waiting.loop->blocks()) {
    const bool always =
        llvm::all_of(latches, [&](llvm::BasicBlock* latch) { return dominators.dominates(block, latch); });
    for (llvm::Instruction& instruction : *block) {
      if (!effects_.in_frame(instruction, memory_of)) continue;
      if (always) return false;
      waiting.effects.push_back(&instruction);
    }
  }
  return true;
}

void Loops::tell_effects(const Waiting& waiting) {
  for (llvm::Instruction* instruction : waiting.effects) {
    if (told_.insert(instruction).second) llvm::IRBuilder<>(instruction).CreateCall(hooks_.effect);
  }
}

void Loops::tell_scopes(const Waiting& waiting) {
  for (llvm::LifetimeIntrinsic* end : waiting.scopes) {
    if (!told_.insert(end).second) continue;
    auto* variable = llvm::cast<llvm::AllocaInst>(end->getArgOperand(1));
    const auto known = variable->getAllocationSize(variable->getDataLayout());
    const std::uint64_t size = known.value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
    llvm::IRBuilder<> builder(end);
    llvm::FunctionCallee hook = hooks_.scope_ends;
    llvm::CallInst* call = builder.CreateCall(hook, {variable, builder.getInt64(size)});
    call->setCallingConv(llvm::cast<llvm::Function>(hook.getCallee())->getCallingConv());
  }
}

llvm::CallInst* Loops::instrument(const Waiting& waiting) {
  tell_effects(waiting);
  tell_scopes(waiting);
  llvm::Loop& loop = *waiting.loop;
  llvm::Instruction& at = *waiting.cut.block->getFirstInsertionPt();
  llvm::SmallVector<llvm::Value*, 8> words{number_of_entry(loop)};
  for (llvm::Value* value : waiting.cut.state) words.push_back(defined_word(*value, at));
  llvm::IRBuilder<> builder(&at);
  builder.SetCurrentDebugLocation(loop.getStartLoc());
  llvm::Value* state = mix(builder, builder.getInt64(0), words);
  llvm::Value* frame =
      builder.CreateIntrinsic(llvm::Intrinsic::frameaddress, {builder.getPtrTy()}, {builder.getInt32(0)});
  return builder.CreateCall(hooks_.loop, {frame, state, places_.at(*at.getFunction(), loop.getStartLoc())});
}

// Counts the entries of the loop in a thread-local variable, and carries the number from iteration to iteration.
llvm::Value* Loops::number_of_entry(llvm::Loop& loop) {
  llvm::BasicBlock* head = loop.getHeader();
  llvm::Type* word = llvm::Type::getInt64Ty(module_.getContext());
  llvm::PHINode* entry = llvm::PHINode::Create(word, 2, "", head->begin());
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> numbers;  // a block may enter by several edges
  for (llvm::BasicBlock* from : llvm::predecessors(head)) {
    llvm::Value*& number = numbers[from];
    if (number == nullptr && loop.contains(from)) number = entry;
    if (number == nullptr) {
      llvm::IRBuilder<> builder(from->getTerminator());
      llvm::Value* counter = builder.CreateThreadLocalAddress(&entries());
      number = builder.CreateAdd(builder.CreateLoad(word, counter), builder.getInt64(1));
      builder.CreateStore(number, counter);
    }
    entry->addIncoming(number, from);
  }
  return entry;
}

llvm::GlobalVariable& Loops::entries() {
  if (entries_ != nullptr) return *entries_;
  constexpr const char* kName = "__heddle_loop_entries";
  llvm::Type* word = llvm::Type::getInt64Ty(module_.getContext());
  entries_ = new llvm::GlobalVariable(module_, word, false, llvm::GlobalValue::LinkOnceODRLinkage,
                                      llvm::ConstantInt::get(word, 0), kName, nullptr,
                                      llvm::GlobalValue::GeneralDynamicTLSModel);
  entries_->setVisibility(llvm::GlobalValue::HiddenVisibility);
  entries_->setComdat(module_.getOrInsertComdat(kName));
  entries_->setAlignment(llvm::Align(8));
  return *entries_;
}

}  // namespace heddle::instrument
