#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::instrument {

// Instructions at which the program may fault by itself: traps, and what the compiler assumes never happens, which is a
// division by zero (or of the smallest number by -1), and reaching an end that the source does not have (no return, or
// __builtin_unreachable).
std::vector<llvm::Instruction*> find_faults(llvm::Function& function);

// The compiler would optimise such a thing away, and the fault with it. This makes it fault at every optimisation
// level:
//
//                             br (%n == 0), %fault, %go       ; unlikely
//                           fault:
//                             call asm "divide by 0"
//                           go:
//   %q = sdiv %one, %n        %q = sdiv %one, %n
//
// Called after all hooks.
void keep_fault(llvm::Instruction& fault);

}  // namespace heddle::instrument
