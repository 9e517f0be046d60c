#include "instrument/taint.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "instrument/known_calls.h"
#include "instrument/leaving.h"
#include "symbolic/kinds.h"

namespace heddle::instrument {

namespace {

bool is_plain_information(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::dbg_assign:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::is_constant:
    case llvm::Intrinsic::objectsize:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore: return true;
    default: return false;
  }
}

// Functions of the runtime that take the shadows of their arguments: the thread's function gets its argument, and
// whether an exit code is 0 is a decision.
bool is_taken_by_runtime(llvm::StringRef name) {
  return name == "pthread_create" || name == "exit" || name == "_exit" || name == "_Exit" || name == "quick_exit";
}

}  // namespace

bool is_symbolic_type(const llvm::Type& type) {
  if (type.isPointerTy()) return type.getPointerAddressSpace() == 0;
  if (type.isFloatTy() || type.isDoubleTy()) return true;
  return type.isIntegerTy() && type.getIntegerBitWidth() <= symbolic::kMaxWidth;
}

llvm::SmallVector<llvm::Type*, 2> parts_of(llvm::Type* type) {
  llvm::SmallVector<llvm::Type*, 2> parts;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* element : structure->elements()) parts.append(parts_of(element));
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) parts.append(parts_of(array->getElementType()));
  } else if (!type->isVoidTy()) {
    parts.push_back(type);
  }
  return parts;
}

CallKind call_kind(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return CallKind::kAssembly;
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr) return CallKind::kPassed;
  if (callee->isIntrinsic())
    return is_plain_information(callee->getIntrinsicID()) ? CallKind::kNone : CallKind::kIntrinsic;
  if (!is_real_call(call)) return CallKind::kNone;
  if (callee->isDeclaration() ? output_of(callee->getName()).has_value() : is_compiled_output(callee->getName()))
    return CallKind::kOutput;
  if (!callee->isDeclaration()) return CallKind::kPassed;
  if (is_taken_by_runtime(callee->getName())) return CallKind::kPassed;
  if (leaving(callee->getName(), 1) != Leaving::kFixed) return CallKind::kLibrary;
  return is_library_function(callee->getName()) ? CallKind::kLibrary : CallKind::kPassed;
}

Taint::Taint(const llvm::DenseSet<const llvm::Function*>& functions, Memories& memories, bool locals)
    : functions_(functions), memories_(memories) {
  for (const llvm::Function* function : functions_) {
    if (locals) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (is_local(instruction)) add(&instruction);
        if (llvm::isa<llvm::AllocaInst>(instruction)) variables_.insert(&instruction);
      }
    }
    if (is_closed(*function) && !locals) continue;
    for (const llvm::Argument& argument : function->args()) {
      if (is_symbolic_type(*argument.getType())) add(&argument);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Function* function : functions_) changed = visit(*function) || changed;
  }
}

bool is_local(const llvm::Value& value) {
  constexpr unsigned kWordBits = 64;
  return value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= kWordBits;
}

bool Taint::is_closed(const llvm::Function& function) {
  return (function.hasLocalLinkage() && !function.hasAddressTaken()) || function.getName() == "main";
}

bool Taint::visit(const llvm::Function& function) {
  bool changed = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!values_.contains(&instruction) && is_tainted(instruction)) changed = add(&instruction) || changed;
    changed = taint_stores(instruction) || changed;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) changed = visit_call(*call) || changed;
    const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
    if (result != nullptr && values_.contains(result->getReturnValue()))
      changed = returns_.insert(&function).second || changed;
  }
  return changed;
}

// What a function receives whose calls are all known.
bool Taint::visit_call(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr || !functions_.contains(callee) || !is_closed(*callee)) return false;
  bool changed = false;
  for (unsigned i = 0; i < std::min<std::size_t>(call.arg_size(), callee->arg_size()); ++i) {
    if (values_.contains(call.getArgOperand(i)) && is_symbolic_type(*callee->getArg(i)->getType()))
      changed = add(callee->getArg(i)) || changed;
  }
  return changed;
}

bool Taint::any_operand(const llvm::Instruction& instruction) const {
  return std::any_of(instruction.op_begin(), instruction.op_end(),
                     [&](const llvm::Use& use) { return values_.contains(use.get()); });
}

bool Taint::is_tainted(const llvm::Instruction& instruction) {
  const auto parts = parts_of(instruction.getType());
  if (std::none_of(parts.begin(), parts.end(), [](const llvm::Type* type) { return is_symbolic_type(*type); }))
    return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return of_memory(*load->getPointerOperand(), *load->getFunction());
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return of_call(*call);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return memories_[instruction.getFunction()](*instruction.getOperand(0)) != Memory::kAside;
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return is_symbolic_type(*cast->getSrcTy()) && any_operand(instruction);
  const bool computes =
      llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::PHINode, llvm::SelectInst, llvm::GetElementPtrInst,
                llvm::FreezeInst, llvm::ExtractValueInst, llvm::InsertValueInst>(instruction);
  return computes && any_operand(instruction);
}

bool Taint::of_call(const llvm::CallBase& call) const {
  switch (call_kind(call)) {
    case CallKind::kNone:
    case CallKind::kLibrary:
    case CallKind::kOutput:
    case CallKind::kAssembly: return false;
    case CallKind::kIntrinsic: return any_operand(call);
    case CallKind::kPassed: break;
  }
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr || callee->isDeclaration()) return true;
  return callee->isInterposable() || returns_.contains(callee);
}

bool Taint::of_memory(const llvm::Value& pointer, const llvm::Function& function) {
  const Memory memory = memories_[&function](pointer);
  if (memory == Memory::kAside) return false;
  if (memory == Memory::kConstant) return values_.contains(&pointer);
  if (memory != Memory::kPrivate) return true;
  llvm::SmallVector<const llvm::Value*, 4> bases;
  llvm::getUnderlyingObjects(&pointer, bases, nullptr, 0);
  return values_.contains(&pointer) || std::any_of(bases.begin(), bases.end(), [&](const llvm::Value* base) {
           return variables_.contains(base) || llvm::isa<llvm::Argument>(base);
         });
}

// Does the instruction put such a value into a stack variable?
bool Taint::taint_stores(const llvm::Instruction& instruction) {
  llvm::SmallVector<const llvm::Value*, 4> targets;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (values_.contains(store->getValueOperand())) targets.push_back(store->getPointerOperand());
  } else if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
    if (of_memory(*transfer->getRawSource(), *instruction.getFunction())) targets.push_back(transfer->getRawDest());
  } else if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    if (values_.contains(set->getValue())) targets.push_back(set->getRawDest());
  } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    targets.push_back(instruction.getOperand(0));
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (call_kind(*call) == CallKind::kNone || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    for (const llvm::Use& argument : call->args()) {
      if (argument->getType()->isPointerTy()) targets.push_back(argument.get());
    }
  }
  bool changed = false;
  for (const llvm::Value* target : targets) {
    llvm::SmallVector<const llvm::Value*, 4> bases;
    llvm::getUnderlyingObjects(target, bases, nullptr, 0);
    for (const llvm::Value* base : bases) {
      if (llvm::isa<llvm::AllocaInst>(base)) changed = variables_.insert(base).second || changed;
    }
  }
  return changed;
}

}  // namespace heddle::instrument
