#include "instrument/shadows.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>

#include "abi/symbolic.h"
#include "instrument/aside.h"
#include "instrument/known_calls.h"
#include "instrument/loop_state.h"

namespace heddle::instrument {

using symbolic::Kind;

namespace {

std::optional<Kind> kind_of(llvm::Instruction::BinaryOps operation) {
  switch (operation) {
    case llvm::Instruction::Add: return Kind::kAdd;
    case llvm::Instruction::Sub: return Kind::kSub;
    case llvm::Instruction::Mul: return Kind::kMul;
    case llvm::Instruction::UDiv: return Kind::kUDiv;
    case llvm::Instruction::SDiv: return Kind::kSDiv;
    case llvm::Instruction::URem: return Kind::kURem;
    case llvm::Instruction::SRem: return Kind::kSRem;
    case llvm::Instruction::And: return Kind::kAnd;
    case llvm::Instruction::Or: return Kind::kOr;
    case llvm::Instruction::Xor: return Kind::kXor;
    case llvm::Instruction::Shl: return Kind::kShl;
    case llvm::Instruction::LShr: return Kind::kLShr;
    case llvm::Instruction::AShr: return Kind::kAShr;
    default: return {};
  }
}

// Is it computed from values that have shadows?
bool computes(const llvm::Instruction& instruction) {
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return is_symbolic_type(*cast->getSrcTy());
  const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
  return compare == nullptr || is_symbolic_type(*compare->getOperand(0)->getType());
}

std::uint32_t how(Kind kind, unsigned width, unsigned low = 0) { return HEDDLE_HOW(kind, width, low); }

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

llvm::Value* Shadows::binary(Builder& builder, Kind kind, unsigned width, llvm::Value* a_shadow, llvm::Value* a,
                             llvm::Value* b_shadow, llvm::Value* b) {
  if (width > kWordBits) {
    return builder.CreateCall(helpers_.wide(),
                              {builder.getInt32(how(kind, width)), a_shadow, word(builder, a), upper_word(builder, a),
                               b_shadow, word(builder, b), upper_word(builder, b)});
  }
  return builder.CreateCall(
      helpers_.binary(), {builder.getInt32(how(kind, width)), a_shadow, word(builder, a), b_shadow, word(builder, b)});
}

llvm::Value* Shadows::binary(Builder& builder, Kind kind, unsigned width, llvm::Value* a, llvm::Value* b) {
  return binary(builder, kind, width, one(a), a, one(b), b);
}

llvm::Value* Shadows::unary(Builder& builder, Kind kind, unsigned width, unsigned low, llvm::Value* shadow) {
  return builder.CreateCall(helpers_.unary(), {builder.getInt32(how(kind, width, low)), shadow});
}

void Shadows::decide(llvm::Instruction& before, llvm::Value* value) {
  if (!taints(value)) return;
  if (width_of(*value->getType()) > kWordBits) return fix(before, value, "a wide number");
  if (is_decided(before, value)) return;
  Builder builder(&before);
  llvm::Constant* place = context_.places.at(before);
  if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(value); compare != nullptr && is_only_branched_on(*compare)) {
    const auto [kind, a, b, negated] =
        operation_of(compare->getPredicate(), compare->getOperand(0), compare->getOperand(1));
    const std::uint32_t what = how(kind, width_of(*a->getType()), negated ? 1 : 0);
    builder.CreateCall(helpers_.decide_comparison(),
                       {builder.getInt32(what), one(a), word(builder, a), one(b), word(builder, b), place});
    return;
  }
  builder.CreateCall(helpers_.decide(), {one(value), word(builder, value), place});
}

// Was it decided before on every way here? Local variables get other shadows in between, as do those at meetings.
bool Shadows::is_decided(llvm::Instruction& here, llvm::Value* value) {
  if (context_.locals) return false;
  llvm::SmallVector<llvm::Instruction*, 1>& places = decided_[value];
  const auto is_before = [&](const llvm::Instruction* place) {
    if (place->getParent() == here.getParent()) return true;
    return meetings_ == nullptr && dominators_.isReachableFromEntry(here.getParent()) &&
           dominators_.isReachableFromEntry(place->getParent()) && dominators_.dominates(place, &here);
  };
  if (llvm::any_of(places, is_before)) return true;
  places.push_back(&here);
  return false;
}

// Then its shadow is needed for nothing but a decision, which compares as well.
bool Shadows::is_only_branched_on(const llvm::ICmpInst& compare) const {
  return !context_.locals && meetings_ == nullptr && compare.hasOneUse() &&
         llvm::isa<llvm::BranchInst>(*compare.user_begin()) && width_of(*compare.getOperand(0)->getType()) <= kWordBits;
}

// What an address is computed from: deciding that decides the address.
void Shadows::decide_address(llvm::Instruction& before, llvm::Value* pointer, llvm::Value* table) {
  while (taints(pointer)) {
    auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
    if (element == nullptr) return decide_unless(before, pointer, table);
    for (const llvm::Use& index : element->indices()) decide_unless(before, index.get(), table);
    pointer = element->getPointerOperand();
  }
}

void Shadows::fix(llvm::Instruction& before, llvm::Value* value, const char* reason) {
  if (!taints(value)) return;
  if (parts_of(value->getType()).size() == 1) fix_part(before, one(value), value, reason);
}

void Shadows::fix_part(llvm::Instruction& before, llvm::Value* shadow, llvm::Value* value, const char* reason) {
  Builder builder(&before);
  const auto fix_word = [&](llvm::Value* word_shadow, llvm::Value* number) {
    builder.CreateCall(helpers_.fix(), {word_shadow, number, context_.places.text(reason), context_.places.at(before)});
  };
  const unsigned width = width_of(*value->getType());
  if (width <= kWordBits) return fix_word(shadow, word(builder, value));
  fix_word(unary(builder, Kind::kExtract, kWordBits, 0, shadow), word(builder, value));
  fix_word(unary(builder, Kind::kExtract, width - kWordBits, kWordBits, shadow), upper_word(builder, value));
}

void Shadows::fix_operands(llvm::Instruction& instruction, const char* reason) {
  for (const llvm::Use& operand : instruction.operands()) fix(instruction, operand.get(), reason);
}

void Shadows::fix_memory(llvm::Instruction& before, llvm::Value* address, std::uint64_t size, const char* reason) {
  Builder builder(&before);
  constexpr std::uint64_t kPage = std::uint64_t{1} << HEDDLE_SHADOW_PAGE_BITS;
  for (std::uint64_t offset = 0; offset < size; offset += kPage) {
    builder.CreateCall(helpers_.fix_memory(), {builder.CreateConstGEP1_64(builder.getInt8Ty(), address, offset),
                                               builder.getInt64(std::min(kPage, size - offset)),
                                               context_.places.text(reason), context_.places.at(before)});
  }
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

void Shadows::visit_binary(llvm::BinaryOperator& operation) {
  // What the optimiser may conclude from overflows is not what an expression says.
  operation.dropPoisonGeneratingFlags();
  const std::optional<Kind> known = kind_of(operation.getOpcode());
  if (!known) llvm::report_fatal_error("an operation on integers that has no expression");
  const Kind kind = *known;
  const unsigned width = width_of(*operation.getType());
  if (operation.isIntDivRem() && width > kWordBits) {
    visit_wide_division(operation);
  } else if (operation.isIntDivRem()) {
    visit_division(operation, kind);
  }
  llvm::Value* amount = operation.getOperand(1);
  Builder builder(behind(operation));
  set(operation, {binary(builder, kind, width, operation.getOperand(0), amount)});
  if (!operation.isShift() || llvm::isa<llvm::ConstantInt>(amount)) return;
  // Shifting by too much has a value, the same as in expressions.
  Builder before(&operation);
  llvm::Value* most = llvm::ConstantInt::get(amount->getType(), width - 1);
  llvm::Value* fits = before.CreateICmpULE(amount, most);
  operation.setOperand(1, before.CreateSelect(fits, amount, most));
  if (kind == Kind::kAShr) return;
  llvm::Value* value = builder.CreateSelect(fits, &operation, llvm::Constant::getNullValue(operation.getType()));
  operation.replaceUsesWithIf(value, [&](const llvm::Use& use) { return use.getUser() != value; });
  set(*value, of(&operation));
}

void Shadows::visit_division(llvm::BinaryOperator& operation, Kind kind) {
  Builder builder(&operation);
  llvm::Value* a = operation.getOperand(0);
  llvm::Value* b = operation.getOperand(1);
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(b);
  const bool is_signed =
      operation.getOpcode() == llvm::Instruction::SDiv || operation.getOpcode() == llvm::Instruction::SRem;
  if (divisor != nullptr && !divisor->isZero() && !(is_signed && divisor->isMinusOne())) return;
  builder.CreateCall(helpers_.division(), {builder.getInt32(how(kind, width_of(*operation.getType()))), one(a),
                                           word(builder, a), one(b), word(builder, b), context_.places.at(operation)});
}

// By zero or not: results that are too large are truncated.
void Shadows::visit_wide_division(llvm::BinaryOperator& operation) {
  llvm::Value* divisor = operation.getOperand(1);
  if (!taints(divisor)) return;
  Builder builder(&operation);
  llvm::Value* none = llvm::Constant::getNullValue(divisor->getType());
  llvm::Value* shadow = comparison(builder, llvm::CmpInst::ICMP_EQ, divisor, none);
  builder.CreateCall(helpers_.decide(),
                     {shadow, word(builder, builder.CreateICmpEQ(divisor, none)), context_.places.at(operation)});
}

Shadows::Comparison Shadows::operation_of(llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b) {
  using Predicate = llvm::CmpInst::Predicate;
  switch (predicate) {
    case Predicate::ICMP_EQ: return {Kind::kEqual, a, b};
    case Predicate::ICMP_NE: return {Kind::kEqual, a, b, true};
    case Predicate::ICMP_ULT: return {Kind::kUnsignedLess, a, b};
    case Predicate::ICMP_ULE: return {Kind::kUnsignedLessEqual, a, b};
    case Predicate::ICMP_UGT: return {Kind::kUnsignedLess, b, a};
    case Predicate::ICMP_UGE: return {Kind::kUnsignedLessEqual, b, a};
    case Predicate::ICMP_SLT: return {Kind::kSignedLess, a, b};
    case Predicate::ICMP_SLE: return {Kind::kSignedLessEqual, a, b};
    case Predicate::ICMP_SGT: return {Kind::kSignedLess, b, a};
    case Predicate::ICMP_SGE: return {Kind::kSignedLessEqual, b, a};
    default: llvm_unreachable("no comparison of integers");
  }
}

llvm::Value* Shadows::comparison(Builder& builder, llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b) {
  const Comparison known = operation_of(predicate, a, b);
  llvm::Value* shadow = binary(builder, known.kind, width_of(*a->getType()), known.a, known.b);
  return known.negated ? builder.CreateCall(helpers_.negation(), {shadow}) : shadow;
}

void Shadows::visit_cast(llvm::CastInst& cast) {
  cast.dropPoisonGeneratingFlags();
  Builder builder(behind(cast));
  llvm::Value* from = one(cast.getOperand(0));
  const unsigned before = width_of(*cast.getOperand(0)->getType());
  const unsigned after = width_of(*cast.getType());
  if (before == after) {
    set(cast, {from});
  } else if (before > after) {
    set(cast, {unary(builder, Kind::kExtract, after, 0, from)});
  } else {
    const bool is_signed = cast.getOpcode() == llvm::Instruction::SExt;
    set(cast, {unary(builder, is_signed ? Kind::kSignExtend : Kind::kZeroExtend, after, 0, from)});
  }
}

void Shadows::visit_select(llvm::SelectInst& select) {
  llvm::Value* condition = select.getCondition();
  Builder builder(behind(select));
  if (select.getType()->isIntegerTy(1)) {
    llvm::Value* a = select.getTrueValue();
    llvm::Value* b = select.getFalseValue();
    set(select, {builder.CreateCall(helpers_.select(), {builder.getInt32(1), one(condition), word(builder, condition),
                                                        one(a), word(builder, a), one(b), word(builder, b)})});
    return;
  }
  if (condition->getType()->isIntegerTy(1)) decide(select, condition);
  Parts parts;
  const Parts a = of(select.getTrueValue());
  const Parts b = of(select.getFalseValue());
  for (std::size_t i = 0; i < a.size(); ++i) parts.push_back(builder.CreateSelect(condition, a[i], b[i]));
  set(select, parts);
}

// base + offset + index * size + …, in 64 bits.
void Shadows::visit_address_of(llvm::GetElementPtrInst& element) {
  Builder builder(behind(element));
  const llvm::DataLayout& layout = context_.module.getDataLayout();
  llvm::MapVector<llvm::Value*, llvm::APInt> scaled;
  llvm::APInt constant(kWordBits, 0);
  if (!element.collectOffset(layout, kWordBits, scaled, constant)) return;
  element.setNoWrapFlags(llvm::GEPNoWrapFlags::none());
  llvm::Value* value = word(builder, element.getPointerOperand());
  llvm::Value* shadow = one(element.getPointerOperand());
  for (const auto& [index, scale] : scaled) {
    const unsigned width = width_of(*index->getType());
    llvm::Value* wide = builder.CreateSExtOrTrunc(index, builder.getInt64Ty());
    llvm::Value* wide_shadow = one(index);
    if (width < kWordBits) wide_shadow = unary(builder, Kind::kSignExtend, kWordBits, 0, wide_shadow);
    llvm::Value* factor = builder.getInt64(scale.getZExtValue());
    if (!scale.isOne()) {
      wide_shadow = binary(builder, Kind::kMul, kWordBits, wide_shadow, wide, one(factor), factor);
      wide = builder.CreateMul(wide, factor);
    }
    shadow = binary(builder, Kind::kAdd, kWordBits, shadow, value, wide_shadow, wide);
    value = builder.CreateAdd(value, wide);
  }
  if (!constant.isZero()) {
    llvm::Value* offset = builder.getInt64(constant.getZExtValue());
    shadow = binary(builder, Kind::kAdd, kWordBits, shadow, value, one(offset), offset);
  }
  set(element, {shadow});
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

void Shadows::visit_switch(llvm::SwitchInst& choice) {
  llvm::Value* value = choice.getCondition();
  if (!taints(value)) return;
  if (width_of(*value->getType()) > kWordBits) return fix(choice, value, "a wide number");
  llvm::LLVMContext& context = context_.module.getContext();
  llvm::SmallVector<std::uint64_t, 16> cases;
  llvm::SmallVector<std::uint32_t, 16> numbers;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> targets;
  const auto number = [&](const llvm::BasicBlock* target) {
    return targets.try_emplace(target, targets.size()).first->second;
  };
  for (const auto& one_case : choice.cases()) {
    cases.push_back(one_case.getCaseValue()->getZExtValue());
    numbers.push_back(number(one_case.getCaseSuccessor()));
  }
  numbers.push_back(number(choice.getDefaultDest()));
  const auto table = [&](llvm::Constant* content) {
    auto* variable = new llvm::GlobalVariable(context_.module, content->getType(), true,
                                              llvm::GlobalValue::PrivateLinkage, content, "heddle_cases");
    variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    return variable;
  };
  Builder builder(&choice);
  builder.CreateCall(
      helpers_.switches(),
      {one(value), builder.getInt32(width_of(*value->getType())), word(builder, value),
       builder.getInt32(static_cast<std::uint32_t>(cases.size())), table(llvm::ConstantDataArray::get(context, cases)),
       table(llvm::ConstantDataArray::get(context, numbers)), context_.places.at(choice)});
}

}  // namespace heddle::instrument
