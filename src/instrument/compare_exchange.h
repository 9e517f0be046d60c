#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

// What loops around a compare-exchange have in common: updates.h, retries.h.

namespace heddle::instrument {

// The same bits as a pointer or as a number.
llvm::Value* without_casts(llvm::Value* value);
// Where the branch goes if the exchange has not changed anything; null if that is not what it depends on.
const llvm::BasicBlock* after_failure(const llvm::Instruction* end, const llvm::AtomicCmpXchgInst& exchange);
// Is the value, if the exchange has failed, what it found?
bool is_found_by_failure(llvm::Value* value, const llvm::AtomicCmpXchgInst& exchange);
// The atomic load that the value in the first turn of a loop comes from, in the block before the loop, with nothing
// after it, and used for nothing else; null if it comes from elsewhere.
llvm::LoadInst* first_load(const llvm::PHINode& found, const llvm::BasicBlock& before);
// The store with which the block ends; null if it does something else after its last one. And the atomic load, right
// before it, of what it stores, which is used for nothing else.
llvm::StoreInst* last_store(const llvm::BasicBlock& block);
llvm::LoadInst* load_stored_by(const llvm::StoreInst& store);
bool is_same_address(const llvm::Value* a, const llvm::Value* b);

}  // namespace heddle::instrument
