#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "instrument/loops.h"
#include "instrument/memory.h"
#include "instrument/shadow_helpers.h"
#include "instrument/taint.h"

namespace heddle::instrument {

// Tells the runtime where the ways around a branch on a value with a shadow meet again (trace::Meeting):
//
//                                    call void @__heddle_sym_fork(ptr %fork)
//   %a = load i32, ptr @shared       %a = load i32, ptr @shared
//   %e = icmp eq i32 %a, 0           %e = icmp eq i32 %a, 0
//   br i1 %e, %yes, %no              call void @heddle.decide(%e.s, %e, @place)
//                                    br i1 %e, %yes, %no
//   meet:                            meet:                                   ; the immediate post-dominator
//     %v = phi i32 …                   %v = phi i32 …
//                                      %m = call i32 @__heddle_sym_meet(ptr %fork, i64 hash of what has no shadow)
//   … uses %v                          %v.s2 = call i32 @__heddle_sym_met(i32 %m, 32, %v.s, %v)
//                                    … uses %v, whose shadow is %v.s2
//
// The variables are those that were computed on the way and are live where it ends. A change of memory on the way that
// no other hook reports is announced by __heddle_sym_change. Branches with the same end share a fork. Created before
// the shadows of the function, and used by them.
class Meetings {
 public:
  Meetings(llvm::Function& function, ShadowHelpers& helpers, const Taint& taint, const SilentEffects& effects,
           MemoryOf& memory_of);

  // Before the decision for this branch.
  void fork(llvm::Instruction& branch);
  // Called after everything else. The shadow is null where there is none.
  void add(llvm::function_ref<llvm::Value*(llvm::Value&)> shadow_of);

 private:
  struct Branch {
    llvm::Instruction* first;  // of its way: what its block computes for it
    llvm::Instruction* terminator;
  };
  struct Meeting {
    llvm::BasicBlock* block;
    std::vector<Branch> branches{};
    llvm::SetVector<llvm::BasicBlock*> way{};  // between the branches and the end
    std::vector<llvm::Value*> live{};          // computed on the way
    llvm::AllocaInst* fork = nullptr;
    llvm::Instruction* anchor = nullptr;  // marks the position, and is removed at the end
  };
  struct Renamed {
    llvm::Value* value;
    llvm::Instruction* shadow;
    llvm::AllocaInst* slot;
  };

  void find(const Taint& taint, const SilentEffects& effects, MemoryOf& memory_of);
  static llvm::Instruction* first_of_way(llvm::Instruction& branch, const SilentEffects& effects, MemoryOf& memory_of);
  // False if something is live that is neither a number nor a pointer.
  static bool find_live(Meeting& meeting, const llvm::DominatorTree& dominators);
  void find_changes(const SilentEffects& effects, MemoryOf& memory_of);
  void add(const Meeting& meeting, std::size_t number, llvm::ArrayRef<Renamed> renamed);

  llvm::Function& function_;
  ShadowHelpers& helpers_;
  std::vector<Meeting> meetings_;
  std::vector<llvm::Instruction*> changes_;
  llvm::DenseMap<const llvm::Instruction*, std::size_t> by_branch_;
};

}  // namespace heddle::instrument
