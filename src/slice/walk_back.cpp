#include "slice/walk_back.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace heddle::slice {

void WalkBack::add(const llvm::Instruction& target, const Visit& visit) {
  step_before(target, Mark::kInFrame, visit);
  run(visit);
}

void WalkBack::add_with(const llvm::Instruction& target, const Visit& visit) {
  step(target, Mark::kInFrame, visit);
  run(visit);
}

void WalkBack::run(const Visit& visit) {
  while (!worklist_.empty()) {
    const auto [instruction, mark] = worklist_.back();
    worklist_.pop_back();
    step_before(*instruction, mark, visit);
  }
}

void WalkBack::step(const llvm::Instruction& instruction, Mark mark, const Visit& visit) {
  Mark& known = marks_[&instruction];
  if (known >= mark) return;
  const bool is_new = known == Mark::kNone;
  known = mark;
  worklist_.emplace_back(&instruction, mark);
  if (is_new) visit(instruction);
}

// The instruction is executed, with everything that it calls.
void WalkBack::step_over(const llvm::Instruction& instruction, Mark mark, const Visit& visit) {
  step(instruction, mark, visit);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return;
  if (CallGraph::returns_twice(instruction)) {
    for (const llvm::CallBase* jump : calls_.jumps()) step(*jump, Mark::kInFrame, visit);
  }
  if (calls_.creates_thread(*call) || !descended_.insert(call).second) return;
  for (const llvm::Function* callee : calls_.callees(*call)) {
    for (const llvm::Instruction* exit : calls_.exits(*callee)) step_over(*exit, Mark::kAfterReturn, visit);
  }
}

void WalkBack::step_before(const llvm::Instruction& instruction, Mark mark, const Visit& visit) {
  if (const llvm::Instruction* before = instruction.getPrevNode()) return step_over(*before, mark, visit);
  const llvm::BasicBlock& block = *instruction.getParent();
  for (const llvm::BasicBlock* from : llvm::predecessors(&block)) step_over(*from->getTerminator(), mark, visit);
  if (block.isEntryBlock() && mark == Mark::kInFrame) step_out(*block.getParent(), visit);
}

// Continues with what comes before the function runs.
void WalkBack::step_out(const llvm::Function& function, const Visit& visit) {
  const auto step_all = [&](const llvm::Function* other) {
    for (const llvm::Instruction* exit : calls_.exits(*other)) step_over(*exit, Mark::kInFrame, visit);
  };
  for (const llvm::CallBase* call : calls_.callers(function)) step(*call, Mark::kInFrame, visit);
  const auto& constructors = calls_.constructors();
  const bool is_constructor = std::find(constructors.begin(), constructors.end(), &function) != constructors.end();
  if (is_constructor || &function == calls_.main()) std::for_each(constructors.begin(), constructors.end(), step_all);
  if (!calls_.callbacks().contains(&function)) return;
  // At the end of threads, and of the program.
  std::for_each(calls_.thread_functions().begin(), calls_.thread_functions().end(), step_all);
  if (calls_.main() != nullptr) step_all(calls_.main());
  if (!calls_.has_handlers()) return;
  for (const llvm::Function& any : module_) {
    for (const llvm::Instruction& all : llvm::instructions(any)) step(all, Mark::kInFrame, visit);
  }
}

}  // namespace heddle::slice
