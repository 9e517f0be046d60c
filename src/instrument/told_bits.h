#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace heddle::instrument {

// Numbers that go from one function of a module to another and need not have a value: results in C, small structures
// that are passed or returned in registers. Which of their bits have none is passed along, in thread-local words:
//
//   ret i64 %pair                             store i64 %pair.bits, @__heddle_result_bits
//                                             ret i64 %pair
//   %p = call i64 @make()                     %p = call i64 @make()
//                                             %p.bits = load i64, @__heddle_result_bits
//
// Only if both sides are certain to do so: the function belongs to this module and cannot be replaced by another, and
// all callers are known if it takes such arguments.

// Functions re-entered by longjmp have their variables as they were at some point, and the variables of coroutines are
// moved later: nothing is known about their bits.
bool keeps_bits(const llvm::Function& function);

// Must be called before anything is inserted, for the functions that are going to be instrumented.
void mark_told_bits(const std::vector<llvm::Function*>& functions);

bool tells_result(const llvm::Function& function);
// Does the called function say which bits of its result have no value?
bool has_told_result(const llvm::Instruction& call);
bool is_told_argument(const llvm::Function& function, unsigned number);

// Where these bits are.
llvm::Value* result_bits(llvm::IRBuilder<>& builder);
llvm::Value* argument_bits(llvm::IRBuilder<>& builder, unsigned number);
// Is it such a place? Nothing of the program is there.
bool is_told_bits(const llvm::Value& pointer);

}  // namespace heddle::instrument
