#include "slice/criteria.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "slice/functions.h"

namespace heddle::slice {

namespace {

bool is_zero(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return number != nullptr && number->isZero();
}

bool is_constant(const llvm::Value& value) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value.stripPointerCasts());
  return llvm::isa<llvm::ConstantData>(value) || (variable != nullptr && variable->isConstant());
}

class Finder {
 public:
  Finder(const PointsTo& points_to, const Halting& halting, const llvm::StackSafetyGlobalInfo& safety,
         Failures failures)
      : points_to_(points_to), halting_(halting), safety_(safety), all_(failures == Failures::kAll) {}

  void look_at(const llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        look_at_call(*call);
      } else {
        look_at(instruction);
      }
      if (all_) look_at_memory(instruction);
    }
  }

  std::vector<Criterion> take() { return std::move(found_); }

 private:
  void add(const llvm::Instruction& instruction, std::initializer_list<const llvm::Value*> values) {
    Criterion criterion{&instruction, {reached(instruction)}};
    for (const llvm::Value* value : values) {
      if (llvm::isa<llvm::Instruction, llvm::Argument>(value)) criterion.needs.push_back(value_of(*value));
    }
    found_.push_back(std::move(criterion));
  }
  // Everything that it does and depends on.
  void add_whole(const llvm::Instruction& instruction) { found_.push_back({&instruction, {value_of(instruction)}}); }

  void look_at(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case llvm::Instruction::SDiv:
      case llvm::Instruction::SRem:
      case llvm::Instruction::UDiv:
      case llvm::Instruction::URem:
        if (!llvm::isa<llvm::ConstantInt>(instruction.getOperand(1)) || is_zero(*instruction.getOperand(1)))
          add(instruction, {instruction.getOperand(0), instruction.getOperand(1)});
        return;
      case llvm::Instruction::Unreachable:
        if (!llvm::isa_and_nonnull<llvm::CallBase>(instruction.getPrevNode())) add(instruction, {});
        return;
      case llvm::Instruction::Resume: add(instruction, {}); return;
      case llvm::Instruction::Ret: {
        const bool in_main = instruction.getFunction()->getName() == "main";
        if (in_main && instruction.getNumOperands() > 0 && !is_zero(*instruction.getOperand(0)))
          add(instruction, {instruction.getOperand(0)});
        return;
      }
      default:
        if (all_ && halting_.contains(instruction)) add_whole(instruction);  // a loop that may never be left
    }
  }

  void look_at_call(const llvm::CallBase& call) {
    const llvm::Function* callee = callee_of(call);
    const Effect by_name = callee == nullptr ? Effect::kUnknown : effect_of(call);
    if (by_name == Effect::kFails) return add_failing_call(call);
    if (by_name == Effect::kAsserts) return add_whole(call);
    if (points_to_.may_call_unknown(call)) return look_at_unknown(call, by_name);
    if (!all_) return;
    if (callee == nullptr || halting_.is_recursive(call)) add(call, {call.getCalledOperand()});
    if (callee != nullptr && callee->isDeclaration() && !llvm::isa<llvm::IntrinsicInst>(call))
      look_at_library(call, by_name);
  }

  void add_failing_call(const llvm::CallBase& call) {
    add(call, {});
    for (const llvm::Use& argument : call.args()) {
      if (llvm::isa<llvm::Instruction, llvm::Argument>(argument.get()))
        found_.back().needs.push_back(value_of(*argument.get()));
    }
  }

  void look_at_unknown(const llvm::CallBase& call, Effect effect) {
    const bool known = effect == Effect::kExits || effect == Effect::kEndsThread;
    if (!known) return add_whole(call);
    const bool fails = effect == Effect::kExits && call.arg_size() == 1 && !is_zero(*call.getArgOperand(0));
    if (fails) add(call, {call.getArgOperand(0)});
  }

  void look_at_library(const llvm::CallBase& call, Effect effect) {
    switch (effect) {
      case Effect::kReads:
      case Effect::kWrites:
        for (const llvm::Use& argument : call.args()) {
          if (argument->getType()->isPointerTy() && !is_constant(*argument.get())) return add_whole_with_ends(call);
        }
        return;
      case Effect::kFrees:
      case Effect::kSynchronises:
      case Effect::kBlocks:
      case Effect::kJoins:
      case Effect::kCreates: add_whole_with_ends(call); return;
      case Effect::kAllocates: add(call, {call.getArgOperand(0)}); return;
      default: return;
    }
  }

  // An access that may be outside its object or lifetime.
  void look_at_memory(const llvm::Instruction& instruction) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      if (!llvm::isa<llvm::ConstantInt>(variable->getArraySize())) add(instruction, {variable->getArraySize()});
    } else if (const auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      look_at_transfer(*transfer);
    } else if (const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction)) {
      if (!is_safe(instruction, *address, llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction))))
        add_access(instruction, *address);
    } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
      if (!is_safe(instruction, *instruction.getOperand(0), instruction.getOperand(1)->getType()))
        add_access(instruction, *instruction.getOperand(0));
    } else if (llvm::isa<llvm::VAArgInst>(instruction)) {
      add_whole(instruction);
    }
  }

  void look_at_transfer(const llvm::MemIntrinsic& transfer) {
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&transfer);
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(transfer.getLength());
    const auto is_inside = [&](const llvm::Value& address) {
      return length != nullptr && is_safe(transfer, address, length->getZExtValue());
    };
    if (is_inside(*transfer.getRawDest()) && (copy == nullptr || is_inside(*copy->getRawSource()))) return;
    add(transfer, {transfer.getRawDest(), transfer.getLength()});
    add_ends(transfer, *transfer.getRawDest());
    if (copy != nullptr) add_access(transfer, *copy->getRawSource());
  }

  void add_access(const llvm::Instruction& instruction, const llvm::Value& address) {
    add(instruction, {&address});
    add_ends(instruction, address);
  }

  void add_whole_with_ends(const llvm::CallBase& call) {
    add_whole(call);
    for (const llvm::Use& argument : call.args()) add_ends(call, *argument.get());
  }

  bool is_safe(const llvm::Instruction& access, const llvm::Value& address, llvm::Type* type) const {
    return is_safe(access, address, access.getDataLayout().getTypeStoreSize(type).getKnownMinValue());
  }

  bool is_safe(const llvm::Instruction& access, const llvm::Value& address, std::uint64_t size) const {
    const auto place = known_place(address, access.getDataLayout());
    if (!place || place->offset < 0) return false;
    const std::uint64_t end = static_cast<std::uint64_t>(place->offset) + size;
    if (llvm::isa<llvm::AllocaInst>(place->variable)) return safety_.stackAccessIsSafe(access);
    const auto& variable = llvm::cast<llvm::GlobalVariable>(*place->variable);
    return !variable.isDeclaration() && end <= access.getDataLayout().getTypeAllocSize(variable.getValueType());
  }

  // A variable on the stack may have ended: adds where that happens.
  void add_ends(const llvm::Instruction& access, const llvm::Value& address) {
    for (const PointsTo::Object object : points_to_.objects(address)) {
      const auto* variable = llvm::dyn_cast_or_null<llvm::AllocaInst>(points_to_.origin(object));
      if (variable == nullptr) continue;
      for (const llvm::Instruction& instruction : llvm::instructions(*variable->getFunction())) {
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        const bool ends_scope = call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::lifetime_end &&
                                call->getArgOperand(1)->stripPointerCasts() == variable;
        const bool returns =
            llvm::isa<llvm::ReturnInst>(instruction) && access.getFunction() != variable->getFunction();
        if (ends_scope || returns) found_.back().needs.push_back(value_of(instruction));
      }
    }
  }

  const PointsTo& points_to_;
  const Halting& halting_;
  const llvm::StackSafetyGlobalInfo& safety_;
  bool all_;
  std::vector<Criterion> found_;
};

}  // namespace

std::vector<Criterion> find_criteria(const llvm::Module& module, const PointsTo& points_to, const Halting& halting,
                                     const llvm::StackSafetyGlobalInfo& safety, Failures failures) {
  Finder finder(points_to, halting, safety, failures);
  for (const llvm::Function& function : module) finder.look_at(function);
  return finder.take();
}

}  // namespace heddle::slice
