#include "slice/dependence_graph.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "slice/functions.h"

namespace heddle::slice {

Node value_of(const llvm::Value& value) { return {{&value, Node::kValue}}; }
Node reached(const llvm::BasicBlock& block) { return {{&block, Node::kReached}}; }
Node reached(const llvm::Instruction& instruction) { return reached(*instruction.getParent()); }

namespace {

bool is_external(const llvm::CallBase& call) {
  const llvm::Function* callee = callee_of(call);
  return call.isInlineAsm() || (callee != nullptr && callee->isDeclaration());
}

// Does it matter whether and when it is executed, beyond its value?
bool does_something(const llvm::Instruction& instruction) {
  return instruction.isTerminator() || instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction);
}

}  // namespace

DependenceGraph::DependenceGraph(llvm::Module& module, const PointsTo& points_to, const CallGraph& calls,
                                 const Memory& memory)
    : points_to_(points_to), calls_(calls), memory_(memory) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) control_.emplace(&function, function);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && is_external(*call) && effect_of(*call) == Effect::kEndsThread)
        thread_ends_.push_back(call);
    }
  }
}

DependenceGraph::Nodes DependenceGraph::dependencies(const Node& node) const {
  Nodes nodes;
  if (node.kind() == Node::kReached) {
    add_reached(llvm::cast<llvm::BasicBlock>(node.value()), nodes);
    return nodes;
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&node.value())) {
    add_argument(*argument, nodes);
    return nodes;
  }
  const auto& instruction = llvm::cast<llvm::Instruction>(node.value());
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    add_phi(*phi, nodes);
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    add_call(*call, nodes);
  } else {
    add_operands(instruction, nodes);
    add_memory(instruction, nodes);
  }
  if (does_something(instruction)) nodes.push_back(reached(instruction));
  return nodes;
}

const CallGraph::Calls& DependenceGraph::calls_to(const Node& node) const {
  static const CallGraph::Calls none;
  if (node.kind() != Node::kReached) return none;
  const auto& block = llvm::cast<llvm::BasicBlock>(node.value());
  return block.isEntryBlock() ? calls_.callers(*block.getParent()) : none;
}

void DependenceGraph::add_value(const llvm::Value& value, Nodes& nodes) const {
  if (llvm::isa<llvm::Instruction, llvm::Argument>(value)) nodes.push_back(value_of(value));
}

void DependenceGraph::add_operands(const llvm::User& user, Nodes& nodes) const {
  for (const llvm::Use& operand : user.operands()) add_value(*operand.get(), nodes);
}

void DependenceGraph::add_memory(const llvm::Instruction& instruction, Nodes& nodes) const {
  for (const llvm::Instruction* writer : memory_.writers_for(instruction)) nodes.push_back(value_of(*writer));
}

// The value, and the edge by which the block was entered.
void DependenceGraph::add_phi(const llvm::PHINode& phi, Nodes& nodes) const {
  add_operands(phi, nodes);
  for (const llvm::BasicBlock* from : phi.blocks()) {
    nodes.push_back(reached(*from));
    if (from->getTerminator()->getNumSuccessors() > 1) nodes.push_back(value_of(*from->getTerminator()));
  }
}

void DependenceGraph::add_call(const llvm::CallBase& call, Nodes& nodes) const {
  add_value(*call.getCalledOperand(), nodes);
  for (const llvm::Function* callee : calls_.callees(call)) {
    if (!calls_.creates_thread(call)) add_results(*callee, nodes);
  }
  if (!is_external(call) && !points_to_.may_call_unknown(call)) return;
  add_operands(call, nodes);
  add_memory(call, nodes);
  if (llvm::isa<llvm::VAStartInst>(call)) add_further_arguments(*call.getFunction(), nodes);
  if (CallGraph::returns_twice(call)) {
    for (const llvm::CallBase* jump : calls_.jumps()) nodes.push_back(value_of(*jump));
  }
  if (is_external(call) && effect_of(call) == Effect::kJoins) add_ends_of_threads(nodes);
}

void DependenceGraph::add_results(const llvm::Function& function, Nodes& nodes) const {
  for (const llvm::BasicBlock& block : function) {
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) nodes.push_back(value_of(*block.getTerminator()));
  }
}

// A thread may have been created by code outside the program.
void DependenceGraph::add_ends_of_threads(Nodes& nodes) const {
  for (const llvm::Function* function : calls_.thread_functions()) add_results(*function, nodes);
  for (const llvm::Function* function : calls_.callbacks()) add_results(*function, nodes);
  for (const llvm::CallBase* end : thread_ends_) nodes.push_back(value_of(*end));
}

void DependenceGraph::add_further_arguments(const llvm::Function& function, Nodes& nodes) const {
  for (const llvm::CallBase* call : calls_.callers(function)) {
    for (const llvm::Use& argument : call->args()) add_value(*argument.get(), nodes);
    nodes.push_back(reached(*call));
  }
}

void DependenceGraph::add_argument(const llvm::Argument& argument, Nodes& nodes) const {
  for (const llvm::CallBase* call : calls_.callers(*argument.getParent())) {
    nodes.push_back(reached(*call));
    if (is_external(*call) || points_to_.may_call_unknown(*call)) {
      add_operands(*call, nodes);  // the creation of a thread, or a callback
    } else if (argument.getArgNo() < call->arg_size()) {
      add_value(*call->getArgOperand(argument.getArgNo()), nodes);
    }
    if (points_to_.may_call_unknown(*call)) nodes.push_back(value_of(*call));
  }
}

void DependenceGraph::add_reached(const llvm::BasicBlock& block, Nodes& nodes) const {
  for (const llvm::Instruction* branch : control_.at(block.getParent()).of(block)) nodes.push_back(value_of(*branch));
  if (!block.isEntryBlock()) {
    nodes.push_back(reached(block.getParent()->getEntryBlock()));
    return;
  }
  for (const llvm::CallBase* call : calls_.callers(*block.getParent())) {
    nodes.push_back(reached(*call));
    add_value(*call->getCalledOperand(), nodes);
    if (calls_.creates_thread(*call)) add_operands(*call, nodes);
  }
}

}  // namespace heddle::slice
