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
// bits; or, for a load, when a predicate says so. Or one behind which an assumption is false unless the predicate
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
};

// Must be called before anything is inserted into the function.
std::vector<Await> find_awaits(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators);
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
// With a predicate it is __heddle_await_set, and before a first plain load comes __heddle_await_begins.
void instrument(const Await& await, const Hooks& hooks);

}  // namespace heddle::instrument
