#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <memory>
#include <vector>

#include "instrument/hooks.h"
#include "instrument/loop_state.h"
#include "instrument/memory.h"
#include "instrument/places.h"

namespace heddle::instrument {

// Which functions of a module do something that changes what they do next time, and that no hook reports: write a
// thread-local variable, call a library function with effects. A loop that calls one of them cannot be said to wait.
class SilentEffects {
 public:
  explicit SilentEffects(llvm::Module& module, std::map<const llvm::Function*, MemoryOf>& memory_of);

  // Does this instruction, which is in a loop or a function, have such an effect?
  bool in(const llvm::Instruction& instruction, MemoryOf& memory_of) const;
  // The same for code within the function, where its own variables still exist.
  bool in_frame(const llvm::Instruction& instruction, MemoryOf& memory_of) const;

 private:
  llvm::DenseSet<const llvm::Function*> functions_;
};

// Tells the runtime about every iteration of a loop that may wait for other threads:
//
//   head:                              head:
//     %i = phi i32 …                     %i = phi i32 …
//                                        %entry = phi i64 …      ; a new number whenever the loop is entered
//   cut:                               cut:                      ; often the head: see loop_state.h
//                                        %state = hash of %entry and what is alive here, such as %i
//                                        call void @__heddle_loop(ptr %frame, i64 %state, ptr @place)
//
// The number of the entry is part of the state, because a frame address does not distinguish two consecutive
// activations of a function, and the first iteration of the second must not be mistaken for the next one of the first.
// Owned by the pass over one module.
class Loops {
 public:
  Loops(llvm::Module& module, const Hooks& hooks, Places& places, const SilentEffects& effects);

  struct Waiting {
    llvm::Loop* loop;
    LoopCut cut;
    std::vector<llvm::Instruction*> effects;       // that only some iterations have, and that no other hook reports
    std::vector<llvm::LifetimeIntrinsic*> scopes;  // the ends of variables that live in one iteration only

    // Is it this loop, and do its iterations begin at its head?
    bool begins_at_head(const llvm::Loop* other) const { return loop == other && cut.block == loop->getHeader(); }
  };
  // Those that may wait. Must be called before anything is inserted into the function. The ends of variables that are
  // `moved` have hooks of their own.
  std::vector<Waiting> find(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators, MemoryOf& memory_of,
                            const std::vector<llvm::AllocaInst*>& moved) const;
  // The hook, which the values that make up the state reach.
  llvm::CallInst* instrument(const Waiting& waiting);

 private:
  bool may_wait(const llvm::Loop& loop, MemoryOf& memory_of) const;
  bool finds_effects(const llvm::DominatorTree& dominators, MemoryOf& memory_of, Waiting& waiting) const;
  void tell_effects(const Waiting& waiting);
  void tell_scopes(const Waiting& waiting);
  llvm::Value* number_of_entry(llvm::Loop& loop);
  llvm::GlobalVariable& entries();

  llvm::Module& module_;
  const Hooks& hooks_;
  Places& places_;
  const SilentEffects& effects_;
  llvm::GlobalVariable* entries_ = nullptr;
  llvm::DenseSet<const llvm::Instruction*> told_;  // instructions in several loops have one hook
};

}  // namespace heddle::instrument
