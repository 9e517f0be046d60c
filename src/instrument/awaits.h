#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instruction.h>

#include <optional>
#include <vector>

#include "abi/instrumented.h"
#include "instrument/await_predicate.h"
#include "instrument/hooks.h"

namespace heddle::instrument {

// What a loop waits for if it does nothing but one atomic access: `while (load(&x) != mine) {}`, a compare-exchange or
// an exchange that takes a lock, or the same through functions of std::atomic. It may compute the address from plain
// memory, `nodes[i]->waits`. It is left when what is found has this relation to the value, both truncated to `bits`
// bits; or, for a load, when a predicate says so. Or one after which an assumption is false unless the predicate
// holds.
struct Await {
  llvm::Instruction* look;  // the access, or the call of a function that does nothing else
  llvm::Value* address;
  heddle_relation relation = HEDDLE_EQUAL;
  unsigned bits = 0;
  llvm::Value* value = nullptr;
  std::optional<AwaitPredicate> predicate = {};
  llvm::Instruction* first_load = nullptr;  // of plain memory, in the same iteration before the look
  bool assumed = false;
  const llvm::Loop* turn = nullptr;  // it is the last look of a turn of this loop
};

// Must be called before anything is inserted into the function.
std::vector<Await> find_awaits(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators);
// The last looks of turns: in loops that only look at memory, and carry nothing to the next turn, `while (load(&x) == 1
// && load(&y) == 2) {}` or `do while (load(&x)) {} while (exchange(&x, 1))`. If a turn is in vain, it can be left out,
// so its last look may wait for a value with which it is not. `others`: those that are known already.
std::vector<Await> find_last_looks(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                   const std::vector<Await>& others);
// The looks of the function, other than these, that are followed by an assumption.
std::vector<Await> find_assumed(llvm::Function& function, const llvm::DominatorTree& dominators,
                                const std::vector<Await>& others);

// Must be called before the hook of the access is inserted:
//
//                                           call void @__heddle_await_next(ptr @x, i32 0, i32 32, i64 %mine)
//                                           call void @__heddle_atomic_load(ptr @x, …)
//   %v = load atomic i32, ptr @x …          %v = load atomic i32, ptr @x …
//   %leave = icmp eq i32 %v, %mine          %leave = icmp eq i32 %v, %mine
//
// With a predicate it is __heddle_await_set, and before a first plain load comes __heddle_await_begins. `head`: the
// hook of the loop, for the last look of a turn.
void instrument(const Await& await, const Hooks& hooks, const llvm::CallInst* head);

}  // namespace heddle::instrument
