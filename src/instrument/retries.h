#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "instrument/hooks.h"

namespace heddle::instrument {

// A loop that tries to replace what an atomic variable points to, as in stacks without locks:
//
//   node* old = atomic_load(&top);                     do { if (old == 0) return 0; }
//   do { node->next = old; }                           while (!atomic_compare_exchange_weak(&top, &old, old->next));
//   while (!atomic_compare_exchange_weak(&top, &old, node));
//
// or with the load in each turn. Between the load and the compare-exchange it only computes, reads plain memory, and
// writes the same plain memory in every turn; it may be left before if a certain value is found. A turn that fails can
// be left out of any run, and the load and the compare-exchange of the last one are one step: docs/how-it-runs.md,
// "Loops that try again". The runtime decides whether the plain accesses allow that, so they are announced to it.
struct Retry {
  // Plain memory at an address that is the same in each turn.
  struct Fixed {
    llvm::Value* base;
    std::int64_t offset;
    std::uint64_t size;
    bool is_write;
  };

  llvm::LoadInst* load;
  llvm::AtomicCmpXchgInst* exchange;
  llvm::Constant* leaves_at = nullptr;  // the loop is left if this is found
  // What it reads where the value points to: from this byte, and before that one.
  std::int64_t read_begin = 0;
  std::int64_t read_end = 0;
  std::vector<Fixed> fixed = {};
};

// Must be called before anything is inserted into the function.
std::vector<Retry> find_retries(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators);

// Must be called before the hook of the load is inserted:
//
//   call void @__heddle_retry_next(ptr @top, …)
//   call void @__heddle_atomic_load(ptr @top, …)
//   %old = load atomic ptr, ptr @top …
void instrument(const Retry& retry, const Hooks& hooks);

}  // namespace heddle::instrument
