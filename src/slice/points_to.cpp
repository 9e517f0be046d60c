#include "slice/points_to.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "slice/functions.h"

namespace heddle::slice {

namespace {

// Can code that is not here refer to the program's variables and functions by name?
bool lacks_parts(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    const bool missing = function.isDeclaration() && !function.isIntrinsic() && !function.use_empty();
    if (missing && !is_library_function(function.getName())) return true;
  }
  return false;
}

bool is_runnable(const llvm::Function& function) { return !function.isDeclaration(); }

}  // namespace

PointsTo::PointsTo(const llvm::Module& module) {
  nothing_ = system_.add();
  unknown_ = system_.add();
  thread_results_ = system_.add();
  // What is outside points to itself, knows the content of everything it has, and stores everything it has there.
  outside_ = system_.add();
  system_.elements.push_back({unknown_, outside_});
  system_.loads.push_back({unknown_, unknown_});
  system_.stores.push_back({unknown_, unknown_});

  const bool open = lacks_parts(module);
  for (const llvm::GlobalVariable& variable : module.globals()) {
    add_object(variable);
    if (variable.isDeclaration() || (open && !variable.hasLocalLinkage()))
      system_.elements.push_back({unknown_, objects_[&variable]});
  }
  for (const llvm::Function& function : module) {
    add_object(function);
    functions_[objects_[&function]] = &function;
    results_[&function] = system_.add();
    if (function.isVarArg()) rests_[&function] = system_.add();
    if (open && !function.hasLocalLinkage()) system_.elements.push_back({unknown_, objects_[&function]});
  }
  for (const llvm::GlobalVariable& variable : module.globals()) add(variable);
  for (const llvm::Function& function : module) {
    if (is_runnable(function)) add(function);
  }
  do {
    solver_.solve();
  } while (find_callees());
}

const InclusionSolver::Set& PointsTo::objects(const llvm::Value& pointer) const {
  const auto known = nodes_.find(&pointer);
  return solver_.set(known == nodes_.end() ? nothing_ : known->second);
}

const PointsTo::Functions& PointsTo::callees(const llvm::CallBase& call) const {
  static const Functions none;
  const auto known = callees_.find(&call);
  return known == callees_.end() ? none : known->second;
}

bool PointsTo::may_call_unknown(const llvm::CallBase& call) const { return unknown_calls_.contains(&call); }

PointsTo::Node PointsTo::node(const llvm::Value& value) {
  const auto known = nodes_.find(&value);
  if (known != nodes_.end()) return known->second;
  if (llvm::isa<llvm::ConstantData, llvm::BasicBlock, llvm::MetadataAsValue, llvm::InlineAsm>(value)) return nothing_;
  return make_node(value);
}

PointsTo::Node PointsTo::make_node(const llvm::Value& value) {
  const Node made = system_.add();
  nodes_[&value] = made;
  if (llvm::isa<llvm::Constant>(value)) hand_on_operands(llvm::cast<llvm::User>(value));
  return made;
}

void PointsTo::hand_on_operands(const llvm::User& user) {
  const Node to = node(user);
  for (const llvm::Use& operand : user.operands()) {
    const Node from = node(*operand.get());
    if (from != nothing_) copy(to, from);
  }
}

void PointsTo::add_object(const llvm::Value& value) {
  const Node object = system_.add();
  objects_[&value] = object;
  origins_[object] = &value;
  if (!llvm::isa<llvm::GlobalValue>(value)) {
    system_.elements.push_back({node(value), object});
    return;
  }
  const Node pointer = system_.add();
  nodes_[&value] = pointer;
  system_.elements.push_back({pointer, object});
}

void PointsTo::add(const llvm::GlobalVariable& variable) {
  if (!variable.hasInitializer()) return;
  copy(objects_[&variable], node(*variable.getInitializer()));
  if (variable.getName() == "llvm.global_dtors") copy(unknown_, objects_[&variable]);
}

void PointsTo::add(const llvm::Function& function) {
  if (function.getName() == "main") {
    for (const llvm::Argument& argument : function.args()) copy(node(argument), unknown_);
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
}

void PointsTo::add(const llvm::Instruction& instruction) {
  const llvm::Value& operand =
      instruction.getNumOperands() == 0 ? static_cast<const llvm::Value&>(instruction) : *instruction.getOperand(0);
  if (llvm::isa<llvm::AllocaInst>(instruction)) {
    add_object(instruction);
  } else if (llvm::isa<llvm::LoadInst>(instruction)) {
    system_.loads.push_back({node(instruction), node(operand)});
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    system_.stores.push_back({node(*store->getPointerOperand()), node(*store->getValueOperand())});
  } else if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    system_.loads.push_back({node(instruction), node(operand)});
    system_.stores.push_back({node(operand), node(*change->getValOperand())});
    system_.stores.push_back({node(operand), node(instruction)});  // pointers with marks in their lowest bits
  } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    system_.loads.push_back({node(instruction), node(operand)});
    system_.stores.push_back({node(operand), node(*exchange->getNewValOperand())});
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    add_call(*call);
  } else if (llvm::isa<llvm::ReturnInst>(instruction)) {
    if (instruction.getNumOperands() > 0) copy(results_[instruction.getFunction()], node(operand));
  } else if (llvm::isa<llvm::LandingPadInst, llvm::VAArgInst>(instruction)) {
    copy(node(instruction), unknown_);
  } else if (!llvm::isa<llvm::CmpInst>(instruction) && !instruction.getType()->isVoidTy()) {
    hand_on_operands(instruction);
  }
}

void PointsTo::add_call(const llvm::CallBase& call) {
  const llvm::Function* callee = callee_of(call);
  if (llvm::isa<llvm::IntrinsicInst>(call)) {
    add_intrinsic(call);
  } else if (callee != nullptr && is_runnable(*callee)) {
    calls_.push_back(&call);
    link(call, *callee, 0);
  } else if (callee == nullptr && !call.isInlineAsm()) {
    calls_.push_back(&call);
    node(call);
    node(*call.getCalledOperand());
  } else {
    add_external_call(call);
  }
}

void PointsTo::escape(const llvm::CallBase& call) {
  unknown_calls_.insert(&call);
  for (const llvm::Use& argument : call.args()) copy(unknown_, node(*argument.get()));
  copy(node(call), unknown_);
}

void PointsTo::add_external_call(const llvm::CallBase& call) {
  switch (effect_of(call)) {
    case Effect::kUnknown:
    case Effect::kExits: escape(call); return;  // functions registered for the exit run there
    case Effect::kAllocates: add_object(call); return;
    case Effect::kCreates: calls_.push_back(&call); return;
    case Effect::kJoins:
      if (call.arg_size() > 1) system_.stores.push_back({node(*call.getArgOperand(1)), thread_results_});
      return;
    case Effect::kEndsThread:
      copy(thread_results_, node(*call.getArgOperand(0)));
      escape(call);  // destructors of thread-local variables run there
      return;
    case Effect::kWrites: {
      // What one argument points to may be copied to where another one points.
      const Node all = system_.add();
      for (const llvm::Use& argument : call.args()) {
        system_.loads.push_back({all, node(*argument.get())});
        system_.stores.push_back({node(*argument.get()), all});
        copy(node(call), node(*argument.get()));
      }
      return;
    }
    case Effect::kNothing:
    case Effect::kReads:
    case Effect::kFrees:
    case Effect::kSynchronises:
    case Effect::kBlocks:
    case Effect::kInput:
    case Effect::kAssumes:
    case Effect::kAsserts:
    case Effect::kFails:
      for (const llvm::Use& argument : call.args()) copy(node(call), node(*argument.get()));
      return;
  }
}

void PointsTo::add_intrinsic(const llvm::CallBase& call) {
  const auto argument = [&](unsigned i) { return node(*call.getArgOperand(i)); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vastart: {
      // The list leads to the arguments through pointers of its own.
      const Object rest = rests_[call.getFunction()];
      const Node pointer = system_.add();
      system_.elements.push_back({pointer, rest});
      system_.stores.push_back({argument(0), pointer});
      return;
    }
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
    case llvm::Intrinsic::vacopy: {
      const Node content = system_.add();
      system_.loads.push_back({content, argument(1)});
      system_.stores.push_back({argument(0), content});
      return;
    }
    default: break;
  }
  if (effect_of(call) == Effect::kUnknown) return escape(call);
  for (const llvm::Use& operand : call.args()) copy(node(call), node(*operand.get()));
}

// New edges of the call graph; false if there are none.
bool PointsTo::find_callees() {
  bool found = link_callbacks();
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const llvm::CallBase& call = *calls_[i];
    const llvm::Function* callee = callee_of(call);
    if (callee == nullptr) {
      found |= link_targets(call, *call.getCalledOperand(), 0);
    } else if (!is_runnable(*callee)) {
      const Creation creation = creation_by(callee->getName());
      found |= link_targets(call, *call.getArgOperand(creation.function), creation.argument);
    }
  }
  return found;
}

bool PointsTo::link_targets(const llvm::CallBase& call, const llvm::Value& pointer, unsigned first) {
  bool found = false;
  const InclusionSolver::Set targets = objects(pointer);
  bool known = !targets.empty();
  for (const Node object : targets) {
    const llvm::Function* function = functions_.lookup(object);
    if (function != nullptr && is_runnable(*function)) {
      found |= link(call, *function, first);
    } else if (function != nullptr || object == outside_) {
      known = false;
    }
  }
  if (known || unknown_calls_.contains(&call)) return found;
  escape(call);
  return true;
}

// The arguments starting at `first` are those of the callee.
bool PointsTo::link(const llvm::CallBase& call, const llvm::Function& callee, unsigned first) {
  if (!callees_[&call].insert(&callee)) return false;
  const bool creates = first > 0;
  for (unsigned i = first; i < call.arg_size(); ++i) {
    const Node from = node(*call.getArgOperand(i));
    const unsigned position = i - first;
    if (position < callee.arg_size()) {
      copy(node(*callee.getArg(position)), from);
    } else if (callee.isVarArg()) {
      copy(rests_[&callee], from);
    }
  }
  if (creates) {
    thread_functions_.insert(&callee);
    copy(thread_results_, results_[&callee]);
  } else {
    copy(node(call), results_[&callee]);
  }
  return true;
}

bool PointsTo::link_callbacks() {
  bool found = false;
  const InclusionSolver::Set all = escaped();
  for (const Node object : all) {
    const llvm::Function* function = functions_.lookup(object);
    if (function == nullptr || !is_runnable(*function) || !callbacks_.insert(function)) continue;
    found = true;
    for (const llvm::Argument& argument : function->args()) copy(node(argument), unknown_);
    if (function->isVarArg()) copy(rests_[function], unknown_);
    copy(unknown_, results_[function]);
  }
  return found;
}

}  // namespace heddle::slice
