#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <vector>

namespace heddle::instrument {

// A point that every iteration of a loop passes once, and what is live there and may differ between iterations:
// together with memory it determines what the thread does next.
struct LoopCut {
  llvm::BasicBlock* block = nullptr;  // right after its phis
  std::vector<llvm::Value*> state;
};

// The cut with the smallest state; none if every cut contains something that does not fit into a word. In `a = x; while
// (a) a = x;` the value of `a` is carried over at the head, but nothing is live after the test. Must be called before
// anything is inserted into the function.
std::optional<LoopCut> find_cut(const llvm::Loop& loop, const llvm::LoopInfo& loops,
                                const llvm::DominatorTree& dominators);

// Does it fit into a word?
bool is_small(const llvm::Type& type);
// Is the value, which is defined in a block that dominates `at`, needed there after the phis?
bool is_alive(const llvm::Instruction& value, const llvm::BasicBlock& at);

// A hash of the words, starting with `state`.
llvm::Value* mix(llvm::IRBuilder<>& builder, llvm::Value* state, llvm::ArrayRef<llvm::Value*> words);

// The value of something that is live in a loop, as a word. What the source has not initialised (the slot of a return
// value, before there is one) is replaced by zero: the optimiser may take it for anything, and for something else in
// every iteration, and likewise whatever is computed from it.
llvm::Value* defined_word(llvm::Value& value, llvm::Instruction& before);

}  // namespace heddle::instrument
