#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

// Which bits of a value have never been given one: a number of as many bits, of which these are 1. Only values of
// integers, pointers and floating point have such bits.
llvm::IntegerType* bits_type(llvm::Type* type);  // null for other types

// Does the instruction compute its result from the values of its operands, so that bits_of_result can tell?
bool carries_bits(const llvm::Instruction& instruction);

// The bits of an operand, of bits_type; a constant 0 if all have a value.
using BitsOf = llvm::function_ref<llvm::Value*(llvm::Value*)>;

// The bits of the result of such an instruction that is no phi node. Exact, but for carries: what adds, multiplies or
// shifts them may tell too few, never too many, as Memory Sanitizer does.
llvm::Value* bits_of_result(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, BitsOf bits_of);

}  // namespace heddle::instrument
