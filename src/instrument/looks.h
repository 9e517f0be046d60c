#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instruction.h>

// What loops that wait consist of.

namespace heddle::instrument {

// Does the instruction look at memory in a way that may be all that a loop does: an atomic load, exchange or
// compare-exchange, or a function of std::atomic that is one of the first two?
bool looks(const llvm::Instruction& instruction);
bool is_load(const llvm::Instruction& look);
llvm::Value* address_of(llvm::Instruction& look);
// What an exchange stores; null for other looks.
llvm::Value* exchanged(llvm::Instruction& look);

// A load that is neither atomic nor volatile.
bool is_plain_load(const llvm::Instruction& instruction);
// Is it a hint to the processor or the system that the thread waits?
bool only_waits(const llvm::Instruction& instruction);

// Integers and pointers of at most 64 bits.
bool is_word(const llvm::Value& value);
unsigned width_of(const llvm::Value& word);

// Something that is the same in every iteration: not defined in the loop, or carried over as the same constant.
bool stays(const llvm::Value* value, const llvm::Loop& loop);
// Is the value computed again in every iteration, from what is the same in all of them?
bool repeats(const llvm::Value* value, const llvm::Loop& loop);

// Strips the negations of a truth value, and conversions to a number and back.
const llvm::Value* truth(const llvm::Value* condition, bool& leaves);

}  // namespace heddle::instrument
