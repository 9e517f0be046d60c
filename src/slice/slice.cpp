#include "slice/slice.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "slice/functions.h"

namespace heddle::slice {

namespace {

// Does its timing matter? Not for what only computes.
bool acts(const llvm::Instruction& instruction) {
  return instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase, llvm::ReturnInst>(instruction);
}

// For an instruction that may halt: only whether it is reached counts.
bool just_ends(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::UnreachableInst, llvm::ResumeInst>(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : callee_of(*call);
  if (callee == nullptr) return false;
  if (!callee->isDeclaration()) return true;  // of a function that may call itself
  const Effect effect = effect_of(*call);
  return effect == Effect::kExits || effect == Effect::kEndsThread || effect == Effect::kFails;
}

void ignore(const llvm::Instruction&) {}

}  // namespace

Slice::Slice(const llvm::Module& module, const DependenceGraph& graph, const CallGraph& calls, const Halting& halting,
             const std::vector<Criterion>& criteria)
    : graph_(graph),
      halting_(halting),
      before_(module, calls),
      criterion_ahead_(module, calls),
      slice_ahead_(module, calls) {
  for (const Criterion& criterion : criteria) {
    instructions_.insert(criterion.instruction);
    for (const Node& node : criterion.needs) add(node);
    add_in_order(*criterion.instruction);
    criterion_ahead_.add_with(*criterion.instruction, ignore);
  }
  close();
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (contains(instruction)) slice_ahead_.add_with(instruction, ignore);
    }
  }
}

void Slice::add(const Node& node) {
  if (nodes_.insert(node).second) worklist_.push_back(node);
}

void Slice::add_in_order(const llvm::Instruction& instruction) {
  before_.add(instruction, [this](const llvm::Instruction& before) { add_halt(before); });
}

void Slice::add_halt(const llvm::Instruction& instruction) {
  if (!halting_.contains(instruction)) return;
  instructions_.insert(&instruction);
  add(just_ends(instruction) ? reached(instruction) : value_of(instruction));
}

void Slice::close() {
  while (!worklist_.empty()) {
    const Node node = worklist_.back();
    worklist_.pop_back();
    for (const Node& needed : graph_.dependencies(node)) add(needed);
    for (const llvm::CallBase* call : graph_.calls_to(node)) instructions_.insert(call);
    if (node.kind() != Node::kValue) continue;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&node.value());
    if (instruction == nullptr) continue;
    instructions_.insert(instruction);
    if (acts(*instruction)) add_in_order(*instruction);
  }
}

}  // namespace heddle::slice
