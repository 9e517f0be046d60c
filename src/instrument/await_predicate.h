#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instruction.h>

#include <optional>

namespace heddle::instrument {

// Which values let a loop end whose only look is a load, if more than one comparison decides: `seen != 2 && seen != 3`,
// several exits, a value that is carried to the head and tested there. What the loop does from one look to the next is
// copied to a function of the value and of what stays the same meanwhile:
//
//   head:                                      i1 @leaves(ptr %same, i64 %v)
//     %v = load atomic i32, ptr @x
//     %a = icmp eq i32 %v, 0                     %a = icmp eq i32 %v32, 0
//     br i1 %a, label %exit, label %more         br i1 %a, label %yes, label %more
//   more:                                      more:
//     %b = icmp sgt i32 %v, %mine                %b = icmp sgt i32 %v32, %mine
//     br i1 %b, label %exit, label %head         br i1 %b, label %yes, label %no
//
// It only compares the value with what stays the same, the *points*; so it has one answer between two of them.
struct AwaitPredicate {
  unsigned bits;                              // of the value: all others are ignored
  llvm::Function* leaves;                     // of the values below, as an array of words, and the value
  llvm::SmallVector<llvm::Value*, 4> same;    // what the function needs
  llvm::SmallVector<llvm::Value*, 4> points;  // what the value is compared with
};

// Nothing if the loop does something else between two looks. Makes the function. If there is a goal, a block of the
// loop, the question is whether it is reached.
std::optional<AwaitPredicate> find_predicate(const llvm::Loop& loop, llvm::Instruction& look,
                                             const llvm::BasicBlock* goal, const llvm::DominatorTree& dominators);

// Which values do not lead to a false assumption, if what comes between it and the look only computes:
//
//     %v = load atomic i32, ptr @x             i1 @leaves(ptr %same, i64 %v)
//     %a = icmp eq i32 %v, 1                     %a = icmp eq i32 %v32, 1
//     %c = zext i1 %a to i32                     %c = zext i1 %a to i32
//     call void @heddle_assume(i32 %c)           %holds = icmp ne i32 %c, 0
//                                                ret i1 %holds
//
// Whatever has an effect is reached by values that lead to no false assumption. Of a compare-exchange, the values are
// those with which it fails. Nothing if no assumption is reached.
std::optional<AwaitPredicate> find_assumption(llvm::Instruction& look, const llvm::DominatorTree& dominators);

// Which values do not lead back to the head of the loop by mere computation, but out of it, or to its next access: the
// same for the last look of a turn. Nothing if no value leads back. Where what follows that access is a load of the
// same variable, in a loop or not, and then only the way back, the value leads back, too: `while (exchange(&x, 1))
// while (load(&x)) {}`.
std::optional<AwaitPredicate> find_next_turn(const llvm::Loop& loop, llvm::Instruction& look,
                                             const llvm::DominatorTree& dominators);

}  // namespace heddle::instrument
