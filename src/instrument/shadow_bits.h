#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

// Which bits of a value were never set: a number of the same width in which these are 1. Only integers, pointers and
// floating-point numbers have such bits.
llvm::IntegerType* bits_type(llvm::Type* type);  // null for other types

// Does the instruction compute its result from the values of its operands, so that bits_of_result applies?
bool carries_bits(const llvm::Instruction& instruction);

// The bits of an operand, of bits_type; a constant 0 if all have a value.
using BitsOf = llvm::function_ref<llvm::Value*(llvm::Value*)>;

// The bits of the result of such an instruction, other than a phi node. Exact, except for carries: additions,
// multiplications and shifts may report too few, never too many, as in Memory Sanitizer.
llvm::Value* bits_of_result(llvm::IRBuilder<>& builder, llvm::Instruction& instruction, BitsOf bits_of);

}  // namespace heddle::instrument
