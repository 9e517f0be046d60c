#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <vector>

namespace heddle::instrument {

// A point that every turn of a loop passes once, and what is alive there and may differ from turn to turn: together
// with memory it decides what the thread does next.
struct LoopCut {
  llvm::BasicBlock* block = nullptr;  // right behind its phis
  std::vector<llvm::Value*> state;
};

// The cut with the smallest state; none if there is always something in it that does not fit into a word. In
// `a = x; while (a) a = x;` the value of `a` is handed on at the head, but nothing is behind the test. Before anything
// is inserted into the function.
std::optional<LoopCut> find_cut(const llvm::Loop& loop, const llvm::LoopInfo& loops,
                                const llvm::DominatorTree& dominators);

// Does it fit into a word?
bool is_small(const llvm::Type& type);
// Is the value, which is defined in a block that dominates `at`, needed there behind the phis?
bool is_alive(const llvm::Instruction& value, const llvm::BasicBlock& at);

// A hash of the words, beginning with `state`.
llvm::Value* mix(llvm::IRBuilder<>& builder, llvm::Value* state, llvm::ArrayRef<llvm::Value*> words);

// The value of something that is alive in a loop, as a word. What the source has not initialised (the slot of a return
// value, before there is one) is zero there: the optimiser may take it for anything, and for something else in every
// turn, and whatever is computed from it as well.
llvm::Value* defined_word(llvm::Value& value, llvm::Instruction& before);

}  // namespace heddle::instrument
