#include "slice/aside.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>

#include "instrument/aside.h"
#include "slice/functions.h"

namespace heddle::slice {

namespace {

// The address of a load, a store or an atomic change; null for everything else.
const llvm::Value* address_of(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return instruction.getOperand(0);
  return llvm::getLoadStorePointerOperand(&instruction);
}

llvm::Type* accessed_type(const llvm::Instruction& instruction) {
  if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return change->getValOperand()->getType();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return exchange->getNewValOperand()->getType();
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr ? store->getValueOperand()->getType() : instruction.getType();
}

// Is the instruction an access to the variable, of a fixed part of it?
bool accesses(const llvm::Instruction& instruction, const llvm::GlobalVariable& variable) {
  const llvm::Value* address = address_of(instruction);
  if (address == nullptr || instruction.isVolatile()) return false;
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const std::optional<KnownPlace> place = known_place(*address, layout);
  if (!place || place->variable != &variable || place->offset < 0) return false;
  const llvm::TypeSize size = layout.getTypeStoreSize(accessed_type(instruction));
  const std::uint64_t all = layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
  return !size.isScalable() && static_cast<std::uint64_t>(place->offset) + size.getFixedValue() <= all;
}

// Is the address used for nothing but accesses to the variable?
bool only_accessed(const llvm::Value& address, const llvm::GlobalVariable& variable) {
  return std::all_of(address.user_begin(), address.user_end(), [&](const llvm::User* user) {
    const auto* element = llvm::dyn_cast<llvm::GEPOperator>(user);
    if (element != nullptr) return element->hasAllConstantIndices() && only_accessed(*element, variable);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    // In a store, the address may also be what is stored.
    const auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(instruction);
    return instruction != nullptr && (store == nullptr || store->getValueOperand() != &address) &&
           accesses(*instruction, variable);
  });
}

// A stack variable whose address nobody else has: accesses to it are not announced.
bool is_private(const llvm::Value& address) {
  const llvm::Value* base = address.stripInBoundsConstantOffsets();
  return llvm::isa<llvm::AllocaInst>(base) && !llvm::PointerMayBeCaptured(base, true, true);
}

// Does it only compute, so that it is never announced, whatever its operands are?
bool only_computes(const llvm::Instruction& instruction) {
  constexpr unsigned kWordBits = 64;
  const llvm::Type* type = instruction.getType();
  if (!type->isIntOrPtrTy() || (type->isIntegerTy() && type->getIntegerBitWidth() > kWordBits)) return false;
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (operation != nullptr && operation->isIntDivRem()) return false;
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ICmpInst, llvm::PHINode, llvm::GetElementPtrInst,
                   llvm::FreezeInst, llvm::ExtractValueInst, llvm::SelectInst>(instruction);
}

}  // namespace

Aside::Aside(const llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const Halting& halting,
             const DependenceGraph& graph, const std::vector<Criterion>& criteria) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (can_be(variable, points_to)) variables_.insert(&variable);
  }
  // Shrinks to the largest set that nothing kept depends on.
  for (bool changed = true; changed && !variables_.empty();) {
    std::vector<Criterion> kept = criteria;
    const Values symbolic = this->symbolic(module);
    for (const llvm::Function& function : module) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (is_told(instruction, symbolic)) kept.push_back({&instruction, {value_of(instruction)}});
      }
    }
    changed = drop_needed(module, Slice(module, graph, calls, halting, kept));
  }
  // A static variable of a header exists once for each source that includes it.
  for (const llvm::GlobalVariable* variable : variables_) names_.insert(instrument::global_name(*variable));
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!variables_.contains(&variable)) names_.erase(instrument::global_name(variable));
  }
}

bool Aside::drop_needed(const llvm::Module& module, const Slice& kept) {
  bool changed = false;
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::GlobalVariable* variable = variable_of(instruction);
      if (variable != nullptr && kept.contains(instruction)) changed = variables_.erase(variable) || changed;
    }
  }
  return changed;
}

bool Aside::can_be(const llvm::GlobalVariable& variable, const PointsTo& points_to) {
  if (variable.isDeclaration() || variable.isConstant() || variable.isThreadLocal() || variable.hasSection() ||
      instrument::global_name(variable).empty())
    return false;
  return !points_to.escaped().test(points_to.object_of(variable)) && only_accessed(variable, variable);
}

const llvm::GlobalVariable* Aside::variable_of(const llvm::Instruction& access) const {
  const llvm::Value* address = address_of(access);
  if (address == nullptr) return nullptr;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(address->stripInBoundsConstantOffsets());
  return variable != nullptr && variables_.contains(variable) ? variable : nullptr;
}

// May values be symbolic? Not if they come only from constants and variables that are set aside.
Aside::Values Aside::symbolic(const llvm::Module& module) const {
  Values found;
  const auto is_symbolic = [&](const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::AllocaInst>(instruction) || variable_of(instruction) != nullptr) return false;
    return instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction) || uses(instruction, found);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Function& function : module) {
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!found.contains(&instruction) && is_symbolic(instruction)) changed = found.insert(&instruction).second;
      }
    }
  }
  return found;
}

bool Aside::uses(const llvm::Instruction& instruction, const Values& values) {
  return std::any_of(instruction.op_begin(), instruction.op_end(), [&](const llvm::Use& use) {
    return llvm::isa<llvm::Argument>(use.get()) || values.contains(use.get());
  });
}

bool Aside::is_told(const llvm::Instruction& instruction, const Values& symbolic) const {
  if (variable_of(instruction) != nullptr || only_computes(instruction)) return false;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic()) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : callee_of(*call);
  if (callee != nullptr && !callee->isDeclaration()) return false;
  const llvm::Value* address = address_of(instruction);
  const bool acts = address != nullptr ? !is_private(*address) : instruction.mayReadOrWriteMemory() || call != nullptr;
  return acts || uses(instruction, symbolic);
}

std::vector<std::string> Aside::names() const { return {names_.begin(), names_.end()}; }

}  // namespace heddle::slice
