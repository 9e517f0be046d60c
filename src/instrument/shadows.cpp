#include "instrument/shadows.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>

#include "abi/symbolic.h"
#include "instrument/aside.h"
#include "instrument/known_calls.h"
#include "instrument/loop_state.h"

namespace heddle::instrument {

namespace {

// Is it computed from values that have shadows?
bool computes(const llvm::Instruction& instruction) {
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return is_symbolic_type(*cast->getSrcTy());
  const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
  return compare == nullptr || is_symbolic_type(*compare->getOperand(0)->getType());
}

}  // namespace

llvm::Constant* ShadowContext::tag(llvm::Function& function) {
  // What exists only to be inlined has no address.
  if (!Taint::is_closed(function) && !function.hasAvailableExternallyLinkage()) return &function;
  llvm::Constant*& known = tags[&function];
  if (known == nullptr) {
    llvm::Type* byte = llvm::Type::getInt8Ty(module.getContext());
    known = new llvm::GlobalVariable(module, byte, true, llvm::GlobalValue::PrivateLinkage,
                                     llvm::ConstantInt::get(byte, 0), "heddle_tag");
  }
  return known;
}

unsigned Shadows::width_of(const llvm::Type& type) {
  return type.isPointerTy() ? kWordBits : type.getPrimitiveSizeInBits().getFixedValue();
}

void Shadows::add(const llvm::DenseSet<const llvm::Instruction*>& operations, Meetings* meetings) {
  meetings_ = meetings;
  clear_variables();
  if (!context_.locals) track_variables();  // the runtime may give values to local ones
  take_arguments();
  std::vector<llvm::Instruction*> all;
  // Definitions come before their uses, except for what is carried round loops.
  const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function_);
  for (llvm::BasicBlock* block : blocks) {
    for (llvm::Instruction& instruction : *block) all.push_back(&instruction);
  }
  Locals locals(function_, helpers_);
  for (llvm::Instruction* instruction : all) {
    if (context_.locals && operations.contains(instruction)) {
      visit_as_operation(locals, *instruction);
    } else {
      visit(*instruction);
    }
    if (context_.locals && is_local(*instruction)) own_shadow(*instruction, *behind(*instruction));
  }
  finish_phis();
  if (context_.locals) add_locals(locals, all);
  if (meetings_ != nullptr)
    meetings_->add([&](llvm::Value& value) { return is_symbolic_type(*value.getType()) ? one(&value) : nullptr; });
}

// Where local variables get names, these differ in every iteration.
void Shadows::tell_loop(llvm::CallInst& hook, llvm::ArrayRef<llvm::Value*> state) {
  if (context_.locals || context_.meetings) return;
  Builder builder(&hook);
  llvm::Value* any = builder.getInt32(0);
  llvm::SmallVector<llvm::Value*, 8> words;
  for (llvm::Value* value : state) {
    if (!is_symbolic_type(*value->getType()) || !taints(value)) continue;
    any = builder.CreateOr(any, one(value));
    words.push_back(builder.CreateZExt(one(value), builder.getInt64Ty()));
  }
  if (!words.empty()) builder.CreateCall(helpers_.loop(), {any, mix(builder, builder.getInt64(0), words)});
}

void Shadows::visit_as_operation(Locals& locals, llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : called_function(*call);
  const bool is_library = callee != nullptr && callee->isDeclaration() && is_library_function(callee->getName());
  if (call != nullptr && is_real_call(*call) && !is_library) {
    visit(instruction);
    return locals.at_call(*call);
  }
  llvm::Instruction* epoch = locals.before(instruction);
  llvm::Instruction* next = instruction.getNextNode();  // what is inserted comes before it
  visit(instruction);
  locals.behind(next == nullptr ? *behind(instruction) : *next, epoch);
}

void Shadows::own_shadow(llvm::Value& value, llvm::Instruction& before) {
  if (llvm::isa<llvm::Instruction>(one(&value))) return;
  llvm::Value* none = one(&value);
  set(value, {llvm::BinaryOperator::Create(llvm::Instruction::Or, none, none, "", before.getIterator())});
}

void Shadows::add_locals(Locals& locals, const std::vector<llvm::Instruction*>& instructions) {
  const auto variable = [&](llvm::Value& value) {
    if (is_local(value)) locals.variable(value, *llvm::cast<llvm::Instruction>(one(&value)));
  };
  for (llvm::Argument& argument : function_.args()) variable(argument);
  for (llvm::Instruction* instruction : instructions) {
    variable(*instruction);
    if (auto* memory = llvm::dyn_cast<llvm::AllocaInst>(instruction)) locals.variable(*memory);
  }
  locals.add();
}

Shadows::Parts Shadows::of(llvm::Value* value) {
  const auto known = shadows_.find(value);
  if (known != shadows_.end()) return known->second;
  llvm::Constant* none = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_.module.getContext()), 0);
  return {std::max<std::size_t>(parts_of(value->getType()).size(), 1), none};
}

llvm::Value* Shadows::word(Builder& builder, llvm::Value* value) {
  if (value->getType()->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  if (value->getType()->isFloatingPointTy())
    value = builder.CreateBitCast(value, builder.getIntNTy(width_of(*value->getType())));
  return builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

llvm::Value* Shadows::upper_word(Builder& builder, llvm::Value* value) {
  return builder.CreateTrunc(builder.CreateLShr(value, kWordBits), builder.getInt64Ty());
}

// Where code goes that uses the result.
llvm::Instruction* Shadows::behind(llvm::Instruction& instruction) {
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction)) {
    llvm::BasicBlock* normal = invoke->getNormalDest();
    if (normal->getSinglePredecessor() == nullptr) normal = llvm::SplitEdge(invoke->getParent(), normal);
    return &*normal->getFirstInsertionPt();
  }
  if (llvm::isa<llvm::PHINode>(instruction)) return &*instruction.getParent()->getFirstInsertionPt();
  return instruction.getNextNode();
}

// --- the beginning and the end of a function

llvm::Instruction* Shadows::beginning() {
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::Instruction* at = &*entry.getFirstInsertionPt();
  for (llvm::Instruction& instruction : entry) {
    // The size of others may be computed from arguments.
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable != nullptr && variable->isStaticAlloca()) at = instruction.getNextNode();
  }
  return at;
}

// What earlier calls left there does not belong to these variables. Those that only this function knows are written by
// instrumented code before they are read.
void Shadows::clear_variables() {
  constexpr std::uint64_t kPage = std::uint64_t{1} << HEDDLE_SHADOW_PAGE_BITS;
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(function_)) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
  }
  for (llvm::AllocaInst* variable : variables) {
    if (!context_.taint.is_shared(*variable, function_)) continue;
    Builder builder(variable->isStaticAlloca() ? beginning() : variable->getNextNode());
    const std::optional<llvm::TypeSize> size = variable->getAllocationSize(context_.module.getDataLayout());
    if (size && size->getFixedValue() <= kPage) {
      builder.CreateCall(helpers_.clear(), {variable, builder.getInt64(size->getFixedValue())});
      continue;
    }
    llvm::Value* element =
        builder.getInt64(context_.module.getDataLayout().getTypeAllocSize(variable->getAllocatedType()));
    llvm::Value* count = builder.CreateZExtOrTrunc(variable->getArraySize(), builder.getInt64Ty());
    builder.CreateCall(helpers_.set(),
                       {variable, builder.getInt32(0), builder.getInt32(0), builder.CreateMul(count, element)});
  }
}

void Shadows::take_arguments() {
  const bool any = std::any_of(function_.arg_begin(), function_.arg_end(),
                               [&](const llvm::Argument& argument) { return taints(&argument); });
  if (!any) return;
  Builder builder(beginning());
  llvm::Value* taken = builder.CreateCall(helpers_.take(), {context_.tag(function_)});
  for (llvm::Argument& argument : function_.args()) {
    if (!taints(&argument) || argument.getArgNo() >= HEDDLE_MAX_ARGUMENTS) continue;
    set(argument, {builder.CreateCall(helpers_.argument(), {taken, builder.getInt32(argument.getArgNo())})});
  }
  if (!context_.locals) return;
  for (llvm::Argument& argument : function_.args()) {
    if (is_local(argument)) own_shadow(argument, *builder.GetInsertPoint());
  }
}

void Shadows::visit_return(llvm::ReturnInst& result) {
  if (!context_.taint.returns(function_)) return;
  Builder builder(&result);
  llvm::SmallVector<llvm::Value*, 4> arguments = {context_.tag(function_)};
  Parts parts = of(result.getReturnValue());
  if (parts.size() > HEDDLE_MAX_RESULTS) {
    fix_parts(result, parts);
    parts.resize(HEDDLE_MAX_RESULTS);
  }
  arguments.append(parts);
  if (function_.getName() == "main") decide_exit_code(result);
  return_to_others(result);
  builder.CreateCall(helpers_.give(parts.size()), arguments);
}

// The parts for which there is no room.
void Shadows::fix_parts(llvm::ReturnInst& result, const Parts& parts) {
  Builder builder(&result);
  std::size_t next = 0;
  each_part(builder, result.getReturnValue()->getType(),
            [&](llvm::ArrayRef<unsigned> path, std::uint64_t /*offset*/, const llvm::Type* type) {
              llvm::Value* shadow = parts[next++];
              if (next <= HEDDLE_MAX_RESULTS || !is_symbolic_type(*type)) return;
              llvm::Value* part = builder.CreateExtractValue(result.getReturnValue(), path);
              fix_part(result, shadow, part, "part of a returned structure");
            });
}

// --- operations

void Shadows::visit(llvm::Instruction& instruction) {
  if (accesses_aside(instruction)) return;
  if (meetings_ != nullptr) meetings_->fork(instruction);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return visit_load(*load);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return visit_store(*store);
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return visit_exchange(*exchange);
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return visit_update(*update);
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return visit_call(*call);
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional()) decide(*branch, branch->getCondition());
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    visit_switch(*choice);
  } else if (auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(&instruction)) {
    decide(*jump, jump->getAddress());
  } else if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    visit_return(*result);
  } else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    decide(*variable, variable->getArraySize());
  } else if (!taints(&instruction) || !computes(instruction)) {
    // Numbers of other kinds are computed from it. (Where the type is one with shadows, this is our own code.)
    auto* choice_of_others = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (choice_of_others != nullptr && choice_of_others->getCondition()->getType()->isIntegerTy(1))
      decide(instruction, choice_of_others->getCondition());
    const bool other = llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::CmpInst>(instruction) &&
                       !is_symbolic_type(*instruction.getType());
    if (other || llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst, llvm::ShuffleVectorInst>(instruction))
      fix_operands(instruction, "floating point, vectors or wide numbers");
  } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    visit_phi(*phi);
  } else if (is_float_operation(instruction)) {
    visit_float(instruction);
  } else if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    visit_binary(*operation);
  } else if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    if (is_only_branched_on(*compare)) return;
    Builder builder(behind(*compare));
    set(*compare, {comparison(builder, compare->getPredicate(), compare->getOperand(0), compare->getOperand(1))});
  } else if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    visit_cast(*cast);
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    visit_select(*select);
  } else if (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    visit_address_of(*element);
  } else {
    visit_parts(instruction);
  }
}

void Shadows::visit_phi(llvm::PHINode& phi) {
  Parts parts;
  Builder builder(&phi);
  for (std::size_t i = 0; i < parts_of(phi.getType()).size(); ++i)
    parts.push_back(builder.CreatePHI(builder.getInt32Ty(), phi.getNumIncomingValues()));
  set(phi, parts);
  phis_.push_back(&phi);
}

void Shadows::finish_phis() {
  for (llvm::PHINode* phi : phis_) {
    const Parts parts = of(phi);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const Parts incoming = of(phi->getIncomingValue(i));
      for (std::size_t p = 0; p < parts.size(); ++p)
        llvm::cast<llvm::PHINode>(parts[p])->addIncoming(incoming[p], phi->getIncomingBlock(i));
    }
  }
}

// freeze, and what takes structures apart and puts them together.
void Shadows::visit_parts(llvm::Instruction& instruction) {
  if (llvm::isa<llvm::FreezeInst>(instruction)) return set(instruction, of(instruction.getOperand(0)));
  const auto position = [](llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    std::size_t before = 0;
    for (const unsigned index : indices) {
      for (unsigned i = 0; i < index; ++i) {
        before += parts_of(llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{i})).size();
      }
      type = llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{index});
    }
    return before;
  };
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Parts whole = of(extract->getAggregateOperand());
    const std::size_t first = position(extract->getAggregateOperand()->getType(), extract->getIndices());
    const std::size_t count = parts_of(extract->getType()).size();
    set(instruction, Parts(whole.begin() + first, whole.begin() + first + count));
  } else if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Parts whole = of(insert->getAggregateOperand());
    const Parts part = of(insert->getInsertedValueOperand());
    const std::size_t first = position(insert->getType(), insert->getIndices());
    std::copy(part.begin(), part.end(), whole.begin() + first);
    set(instruction, whole);
  }
}

}  // namespace heddle::instrument
