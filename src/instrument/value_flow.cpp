#include "instrument/value_flow.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/known_calls.h"
#include "instrument/memory.h"
#include "instrument/no_value.h"
#include "instrument/shadow_bits.h"
#include "instrument/told_bits.h"

namespace heddle::instrument {

namespace {

// heddle_assert, klee_assume and the like.
bool is_question(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  if (callee == nullptr) return false;
  const llvm::StringRef name = callee->getName();
  return name.starts_with("heddle_") || name.starts_with("klee_") || name.starts_with("__VERIFIER_");
}

bool moves_pointer(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst>(instruction);
}

// Does it use the address only for an access that is understood?
bool is_simple_use(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
    return !store->isAtomic() && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return !load->isAtomic();
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
    if (llvm::isa<llvm::MemIntrinsic>(call)) return true;
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call))
      return intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic);
    return call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
  }
  return llvm::isa<llvm::ICmpInst>(user);
}

std::string name_of(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  return callee == nullptr ? "a function" : callee->getName().str();
}

// The decisions of one function.
class Finder {
 public:
  explicit Finder(llvm::Function& function) {
    // What main returns is the exit code, also in C.
    returns_value_ = function.hasRetAttribute(llvm::Attribute::NoUndef) || function.getName() == "main";
    for (llvm::Instruction& instruction : llvm::instructions(function)) look_at(instruction);
  }
  std::vector<Decision> take() { return std::move(found_); }

 private:
  void add(llvm::Instruction& instruction, llvm::Value* value, std::string what) {
    if (bits_type(value->getType()) != nullptr) found_.push_back({&instruction, value, std::move(what)});
  }

  void look_at(llvm::Instruction& instruction) {
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
      if (branch->isConditional()) add(instruction, branch->getCondition(), "a branch");
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      add(instruction, choice->getCondition(), "a branch");
    } else if (auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(&instruction)) {
      add(instruction, jump->getAddress(), "a branch");
    } else if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      if (returns_value_ && result->getReturnValue() != nullptr) add(instruction, result->getReturnValue(), "a result");
    } else if (instruction.isIntDivRem()) {
      add(instruction, instruction.getOperand(1), "a divisor");
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      look_at_call(*call);
    } else {
      look_at_address(instruction);
    }
  }

  void look_at_address(llvm::Instruction& instruction) {
    llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
    if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) address = rmw->getPointerOperand();
    if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) address = cas->getPointerOperand();
    if (address != nullptr) add(instruction, address, "an address");
  }

  void look_at_call(llvm::CallBase& call) {
    if (call.isInlineAsm()) return;
    if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
      add(call, memory->getRawDest(), "an address");
      if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory))
        add(call, transfer->getRawSource(), "an address");
      add(call, memory->getLength(), "a size");
      return;
    }
    if (llvm::isa<llvm::IntrinsicInst>(call)) return;
    add(call, call.getCalledOperand(), "the function that is called");
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (call.paramHasAttr(i, llvm::Attribute::NoUndef) || is_question(call))
        add(call, call.getArgOperand(i), "an argument of " + name_of(call));
    }
  }

  std::vector<Decision> found_;
  bool returns_value_ = false;
};

}  // namespace

ValueFlow::ValueFlow(llvm::Function& function, MemoryOf& memory_of) : memory_of_(memory_of) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) add_variable(*variable);
  }
  for (const llvm::Argument& argument : function.args()) {
    if (is_told_argument(function, argument.getArgNo())) values_.insert(&argument);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) changed = visit(instruction) || changed;
  }
}

void ValueFlow::add_variable(llvm::AllocaInst& variable) {
  if (variable.isSwiftError() || variable.isUsedWithInAlloca() || variable.getAddressSpace() != 0) return;
  if (variable.getDataLayout().getTypeAllocSize(variable.getAllocatedType()).isScalable()) return;
  llvm::SetVector<llvm::Value*> pointers;
  pointers.insert(&variable);
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    for (const llvm::Use& use : pointers[i]->uses()) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (moves_pointer(*user) && user->getType()->isPointerTy()) {
        pointers.insert(user);
      } else if (!is_simple_use(use)) {
        return;
      }
    }
  }
  // Where two ways meet, both point into this variable.
  for (llvm::Value* pointer : pointers) {
    if (!llvm::isa<llvm::PHINode, llvm::SelectInst>(pointer)) continue;
    for (llvm::Value* from : llvm::cast<llvm::User>(pointer)->operands()) {
      if (from->getType()->isPointerTy() && !pointers.contains(from)) return;
    }
  }
  for (llvm::Value* pointer : pointers) variables_[pointer] = &variable;
}

bool ValueFlow::is_reachable(const llvm::Value* pointer) const {
  return pointer->getType()->getPointerAddressSpace() == 0 && memory_of_(*pointer) == Memory::kShared &&
         !llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
}

bool ValueFlow::asks_runtime(const llvm::LoadInst& load) const {
  constexpr unsigned kMostBits = 64;
  return !load.isAtomic() && !load.hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
         bits_type(load.getType())->getBitWidth() <= kMostBits && is_reachable(load.getPointerOperand());
}

bool ValueFlow::hold(const llvm::Value* pointer) {
  llvm::AllocaInst* variable = variables_.lookup(pointer);
  return variable != nullptr && held_.insert(variable);
}

bool ValueFlow::visit(llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return may_lack(store->getValueOperand()) && hold(store->getPointerOperand());
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory);
    const bool lacks = gives_any_value(instruction) ||
                       (transfer != nullptr &&
                        (variable_at(transfer->getRawSource()) != nullptr || is_reachable(transfer->getRawSource())));
    return lacks && hold(memory->getRawDest());
  }
  if (values_.contains(&instruction)) return false;
  bool lacks = is_no_value(instruction) || has_told_result(instruction);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    lacks = bits_type(load->getType()) != nullptr &&
            (variable_at(load->getPointerOperand()) != nullptr || asks_runtime(*load));
  } else if (carries_bits(instruction)) {
    for (const llvm::Value* operand : instruction.operands()) lacks = lacks || may_lack(operand);
  }
  return lacks && values_.insert(&instruction).second;
}

std::vector<Decision> decisions_of(llvm::Function& function) { return Finder(function).take(); }

}  // namespace heddle::instrument
