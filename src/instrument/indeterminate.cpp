#include "instrument/indeterminate.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include "instrument/memory.h"
#include "instrument/no_value.h"
#include "instrument/shadow_bits.h"
#include "instrument/value_flow.h"

namespace heddle::instrument {

namespace {

constexpr const char* kAutoInit = "auto-init";

// Functions that are entered again by longjmp have their variables as they were at some moment, and those of coroutines
// are moved later.
bool is_usual(const llvm::Function& function) {
  return !function.isPresplitCoroutine() && !function.callsFunctionThatReturnsTwice();
}

// The bits of the values and variables of one function.
class FunctionBits {
 public:
  FunctionBits(llvm::Function& function, const ValueFlow& flow) : function_(function), flow_(flow) {}

  void add() {
    std::vector<llvm::Instruction*> writes;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (llvm::isa<llvm::StoreInst, llvm::MemIntrinsic>(instruction)) writes.push_back(&instruction);
    }
    for (llvm::AllocaInst* variable : flow_.variables()) add_variable(*variable);
    for (llvm::Instruction* write : writes) add_write(*write);
  }

  // A constant 0 if all bits have a value.
  llvm::Value* of(llvm::Value* value) {
    if (!flow_.may_lack(value)) return llvm::Constant::getNullValue(bits_type(value->getType()));
    if (is_no_value(*value)) return llvm::Constant::getAllOnesValue(bits_type(value->getType()));
    if (llvm::Value* known = bits_.lookup(value); known != nullptr) return known;
    auto& instruction = llvm::cast<llvm::Instruction>(*value);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) return of_phi(*phi);
    llvm::IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    llvm::Value* made = nullptr;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
      made =
          builder.CreateAlignedLoad(bits_type(load->getType()), pointer(load->getPointerOperand()), load->getAlign());
    } else {
      made = bits_of_result(builder, instruction, [this](llvm::Value* operand) { return of(operand); });
    }
    bits_[value] = made;
    return made;
  }

 private:
  llvm::Value* of_phi(llvm::PHINode& phi) {
    auto* made = llvm::PHINode::Create(bits_type(phi.getType()), phi.getNumIncomingValues(), "", phi.getIterator());
    bits_[&phi] = made;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      made->addIncoming(of(phi.getIncomingValue(i)), phi.getIncomingBlock(i));
    return made;
  }

  void add_variable(llvm::AllocaInst& variable) {
    llvm::IRBuilder<> builder(variable.getNextNode());
    llvm::AllocaInst* made = builder.CreateAlloca(variable.getAllocatedType(), variable.getArraySize());
    made->setAlignment(variable.getAlign());
    pointers_[&variable] = made;
    const llvm::DataLayout& layout = variable.getDataLayout();
    llvm::Value* size =
        builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty()),
                          builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue()));
    // Where all variables are, before those that follow.
    if (variable.isStaticAlloca()) builder.SetInsertPoint(function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    set(builder, made, 0, size, variable.getAlign());
  }

  static void set(llvm::IRBuilder<>& builder, llvm::Value* bits, std::uint8_t value, llvm::Value* size,
                  llvm::MaybeAlign align) {
    builder.CreateMemSet(bits, builder.getInt8(value), size, align)->addAnnotationMetadata(kAutoInit);
  }

  // Where the bits are of what this pointer leads to: computed in the same way.
  llvm::Value* pointer(llvm::Value* of) {
    if (llvm::Value* known = pointers_.lookup(of); known != nullptr) return known;
    auto& instruction = llvm::cast<llvm::Instruction>(*of);
    llvm::Instruction* made = instruction.clone();
    made->insertAfter(&instruction);
    pointers_[of] = made;
    for (llvm::Use& use : made->operands()) {
      if (flow_.variable_at(use.get()) != nullptr) use.set(pointer(use.get()));
    }
    return made;
  }

  void add_write(llvm::Instruction& write) {
    llvm::IRBuilder<> builder(write.getNextNode());
    builder.SetCurrentDebugLocation(write.getDebugLoc());
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&write)) {
      if (flow_.variable_at(store->getPointerOperand()) != nullptr) add_store(builder, *store);
      return;
    }
    auto& memory = llvm::cast<llvm::MemIntrinsic>(write);
    if (flow_.variable_at(memory.getRawDest()) == nullptr) return;
    llvm::Value* to = pointer(memory.getRawDest());
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    if (transfer != nullptr && flow_.variable_at(transfer->getRawSource()) != nullptr) {
      builder
          .CreateMemMove(to, memory.getDestAlign(), pointer(transfer->getRawSource()), transfer->getSourceAlign(),
                         memory.getLength())
          ->addAnnotationMetadata(kAutoInit);
    } else {
      set(builder, to, gives_any_value(write) ? 0xff : 0, memory.getLength(), memory.getDestAlign());
    }
  }

  void add_store(llvm::IRBuilder<>& builder, llvm::StoreInst& store) {
    llvm::Value* to = pointer(store.getPointerOperand());
    llvm::Type* type = store.getValueOperand()->getType();
    if (bits_type(type) != nullptr) {
      builder.CreateAlignedStore(of(store.getValueOperand()), to, store.getAlign())->addAnnotationMetadata(kAutoInit);
    } else {
      const std::uint64_t size = store.getDataLayout().getTypeStoreSize(type).getKnownMinValue();
      set(builder, to, 0, builder.getInt64(size), store.getAlign());
    }
  }

  llvm::Function& function_;
  const ValueFlow& flow_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> bits_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> pointers_;
};

}  // namespace

void Indeterminate::instrument(llvm::Function& function) {
  if (is_usual(function)) {
    const ValueFlow flow(function);
    if (!flow.empty()) {
      std::vector<Decision> decisions = decisions_of(function);
      FunctionBits bits(function, flow);
      bits.add();
      for (const Decision& decision : decisions) {
        if (flow.may_lack(decision.value)) check(*decision.instruction, *bits.of(decision.value), decision.what);
      }
    }
  }
  forget_no_values(function);
}

void Indeterminate::check(llvm::Instruction& before, llvm::Value& bits, const std::string& what) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value* lacks = builder.CreateIsNotNull(&bits);
  builder.CreateCall(checker(), {lacks, places_.text(what), places_.at(before)});
}

llvm::Function* Indeterminate::checker() {
  if (checker_ != nullptr) return checker_;
  llvm::LLVMContext& context = module_.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  checker_ = llvm::Function::Create(
      llvm::FunctionType::get(nothing, {llvm::Type::getInt1Ty(context), pointer, pointer}, false),
      llvm::GlobalValue::InternalLinkage, "heddle.defined", module_);
  checker_->addFnAttr(llvm::Attribute::AlwaysInline);
  checker_->setDoesNotThrow();
  auto* lacks = llvm::BasicBlock::Create(context, "lacks", checker_);
  auto* go = llvm::BasicBlock::Create(context, "go", checker_, lacks);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", checker_, go));
  builder.CreateCondBr(checker_->getArg(0), lacks, go, llvm::MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(go);
  builder.CreateRetVoid();
  builder.SetInsertPoint(lacks);
  builder.CreateCall(hooks_.indeterminate, {checker_->getArg(1), checker_->getArg(2)});
  builder.CreateBr(go);
  return checker_;
}

}  // namespace heddle::instrument
