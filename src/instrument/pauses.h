#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Loops that wait often count how long: a back-off that grows, a yield after so many turns. How long a thread stands
// still has no meaning here, since any thread may stand still anywhere. So what decides only how often a loop pauses is
// left out, and what remains can be recognised (awaits.h, updates.h, retries.h):
//
//   head:    %delay = phi [ 1, %entry ], [ %more, %paused ]       head:
//            %taken = atomicrmw xchg ptr @lock, i32 1               %taken = atomicrmw xchg ptr @lock, i32 1
//            br (%taken != 0), %pause, %exit                        br (%taken != 0), %paused, %exit
//   pause:   %i = phi [ 0, %head ], [ %j, %again ]
//            br (%i < %delay), %again, %paused
//   again:   call @pause(); %j = add %i, 1; br %pause
//   paused:  %more = mul %delay, 2; br %head                      paused: br %head
//
// This changes neither an access nor a decision that one depends on. Loops that only pause go as well, if they end.
class ForgetPausesPass : public llvm::PassInfoMixin<ForgetPausesPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// Delays are counted by volatile variables, so that they are not optimised away: `for (volatile int i = 0; i < n;
// i++);`. A local variable that only counts, and whose address nobody has, becomes an ordinary one. Before SROA.
class PlainCountersPass : public llvm::PassInfoMixin<PlainCountersPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
