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

// Tells which functions of a module do something that changes what they do next time, and of which no hook tells: write
// a thread-local variable, call a library function with effects. A loop that calls one of them cannot be said to wait.
class SilentEffects {
 public:
  explicit SilentEffects(llvm::Module& module, std::map<const llvm::Function*, MemoryOf>& memory_of);

  // Has this instruction, which is in a loop or a function, such an effect?
  bool in(const llvm::Instruction& instruction, MemoryOf& memory_of) const;
  // The same for somebody who stays in the function, where its own variables are not gone.
  bool in_frame(const llvm::Instruction& instruction, MemoryOf& memory_of) const;

 private:
  llvm::DenseSet<const llvm::Function*> functions_;
};

// Tells the runtime about every turn of a loop that may wait for other threads:
//
//   head:                              head:
//     %i = phi i32 …                     %i = phi i32 …
//                                        %entry = phi i64 …      ; a new number whenever the loop is entered
//   cut:                               cut:                      ; often the head: see loop_state.h
//                                        %state = hash of %entry and what is alive here, such as %i
//                                        call void @__heddle_loop(ptr %frame, i64 %state, ptr @place)
//
// The number of the entry is part of the state, because a frame address does not tell two activations of a function
// apart that follow each other, and the first turn of the second must not pass for the next one of the first.
// Owned by the pass over one module.
class Loops {
 public:
  Loops(llvm::Module& module, const Hooks& hooks, Places& places, const SilentEffects& effects);

  struct Waiting {
    llvm::Loop* loop;
    LoopCut cut;
    std::vector<llvm::Instruction*> effects;       // that only some turns have, and of which no other hook tells
    std::vector<llvm::LifetimeIntrinsic*> scopes;  // the ends of variables that live in one turn only
  };
  // Those that may wait. Before anything is inserted into the function. The ends of variables that are `moved` have
  // hooks of their own.
  std::vector<Waiting> find(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators, MemoryOf& memory_of,
                            const std::vector<llvm::AllocaInst*>& moved) const;
  // The hook, which the values that the state is made of reach.
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
  llvm::DenseSet<const llvm::Instruction*> told_;  // those of several loops have one hook
};

}  // namespace heddle::instrument
