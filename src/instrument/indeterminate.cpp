#include "instrument/indeterminate.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include "instrument/late.h"
#include "instrument/memory.h"
#include "instrument/no_value.h"
#include "instrument/shadow_bits.h"
#include "instrument/told_bits.h"
#include "instrument/value_flow.h"

namespace heddle::instrument {

namespace {

constexpr const char* kAutoInit = "auto-init";

// The bits of the values and variables of one function.
class FunctionBits {
 public:
  FunctionBits(llvm::Function& function, const ValueFlow& flow, const Hooks& hooks, llvm::Function& keeper)
      : function_(function), flow_(flow), hooks_(hooks), keeper_(keeper) {}

  Indeterminate::Bits take() { return std::move(found_); }

  void add() {
    std::vector<llvm::Instruction*> writes;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (llvm::isa<llvm::StoreInst, llvm::MemIntrinsic>(instruction)) writes.push_back(&instruction);
    }
    take_arguments();
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
    auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    if (load != nullptr && flow_.variable_at(load->getPointerOperand()) == nullptr) {
      made = builder.CreateTrunc(told_of(*load), bits_type(load->getType()));
    } else if (has_told_result(instruction)) {
      made = builder.CreateTrunc(builder.CreateLoad(builder.getInt64Ty(), result_bits(builder)),
                                 bits_type(instruction.getType()));
    } else if (load != nullptr) {
      made =
          builder.CreateAlignedLoad(bits_type(load->getType()), pointer(load->getPointerOperand()), load->getAlign());
    } else {
      made = bits_of_result(builder, instruction, [this](llvm::Value* operand) { return of(operand); });
    }
    bits_[value] = made;
    return made;
  }

  // What callers and called functions want to know.
  void tell() {
    std::vector<llvm::Instruction*> leaving;
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (llvm::isa<llvm::CallBase, llvm::ReturnInst>(instruction)) leaving.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : leaving) {
      if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(instruction)) {
        if (tells_result(function_)) tell(*result, *of(result->getReturnValue()));
      } else {
        tell_arguments(llvm::cast<llvm::CallBase>(*instruction));
      }
    }
  }

  static void tell(llvm::ReturnInst& result, llvm::Value& bits) {
    llvm::IRBuilder<> builder(&result);
    builder.CreateStore(builder.CreateZExt(&bits, builder.getInt64Ty()), result_bits(builder))
        ->addAnnotationMetadata(kAutoInit);
  }

 private:
  void tell_arguments(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr) return;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!is_told_argument(*callee, i)) continue;
      llvm::Value* bits = of(call.getArgOperand(i));
      llvm::IRBuilder<> builder(&call);
      builder.CreateStore(builder.CreateZExt(bits, builder.getInt64Ty()), argument_bits(builder, i))
          ->addAnnotationMetadata(kAutoInit);
    }
  }

  // Must be called before anything else is called.
  void take_arguments() {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (llvm::Argument& argument : function_.args()) {
      if (!is_told_argument(function_, argument.getArgNo())) continue;
      llvm::Value* bits = builder.CreateLoad(builder.getInt64Ty(), argument_bits(builder, argument.getArgNo()));
      bits_[&argument] = builder.CreateTrunc(bits, bits_type(argument.getType()));
    }
  }

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
    found_.variables[&variable] = made;
    const llvm::DataLayout& layout = variable.getDataLayout();
    llvm::Value* size =
        builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty()),
                          builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue()));
    // Where all variables are, before the code that follows.
    if (variable.isStaticAlloca()) builder.SetInsertPoint(function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    set(builder, made, 0, size, variable.getAlign());
  }

  static void set(llvm::IRBuilder<>& builder, llvm::Value* bits, std::uint8_t value, llvm::Value* size,
                  llvm::MaybeAlign align) {
    builder.CreateMemSet(bits, builder.getInt8(value), size, align)->addAnnotationMetadata(kAutoInit);
  }

  // Where the bits are of what this pointer points to: computed in the same way.
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

  // A placeholder for what the hook returns.
  llvm::Instruction* told_of(llvm::LoadInst& load) {
    llvm::IRBuilder<> builder(&load);
    auto* told = llvm::cast<llvm::Instruction>(builder.CreateFreeze(builder.getInt64(0)));
    found_.loads[&load] = told;
    return told;
  }

  static void call(llvm::IRBuilder<>& builder, llvm::FunctionCallee hook, llvm::ArrayRef<llvm::Value*> arguments) {
    builder.CreateCall(hook, arguments)->setCallingConv(llvm::cast<llvm::Function>(hook.getCallee())->getCallingConv());
  }

  void add_write(llvm::Instruction& write) {
    llvm::IRBuilder<> builder(write.getNextNode());
    builder.SetCurrentDebugLocation(write.getDebugLoc());
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&write)) {
      if (flow_.variable_at(store->getPointerOperand()) != nullptr) {
        add_store(builder, *store);
      } else if (flow_.is_reachable(store->getPointerOperand())) {
        add_told_store(builder, *store);
      }
      return;
    }
    auto& memory = llvm::cast<llvm::MemIntrinsic>(write);
    if (flow_.variable_at(memory.getRawDest()) != nullptr) {
      add_copy(builder, memory);
    } else if (flow_.is_reachable(memory.getRawDest())) {
      add_told_copy(builder, memory);
    }
  }

  void add_copy(llvm::IRBuilder<>& builder, llvm::MemIntrinsic& memory) {
    llvm::Value* to = pointer(memory.getRawDest());
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    if (transfer != nullptr && flow_.variable_at(transfer->getRawSource()) != nullptr) {
      builder
          .CreateMemMove(to, memory.getDestAlign(), pointer(transfer->getRawSource()), transfer->getSourceAlign(),
                         memory.getLength())
          ->addAnnotationMetadata(kAutoInit);
    } else if (transfer != nullptr && flow_.is_reachable(transfer->getRawSource())) {
      call(builder, hooks_.take_bits, {to, transfer->getRawSource(), length(builder, memory)});
    } else {
      set(builder, to, gives_any_value(memory) ? 0xff : 0, memory.getLength(), memory.getDestAlign());
    }
  }

  static llvm::Value* length(llvm::IRBuilder<>& builder, llvm::MemIntrinsic& memory) {
    return builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty());
  }

  // A copy to memory whose bits the runtime knows.
  void add_told_copy(llvm::IRBuilder<>& builder, llvm::MemIntrinsic& memory) {
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    if (gives_any_value(memory)) {
      call(builder, hooks_.no_value, {memory.getRawDest(), length(builder, memory)});
    } else if (transfer != nullptr && flow_.variable_at(transfer->getRawSource()) != nullptr) {
      call(builder, hooks_.give_bits,
           {memory.getRawDest(), pointer(transfer->getRawSource()), length(builder, memory)});
    } else if (transfer != nullptr && flow_.is_reachable(transfer->getRawSource())) {
      call(builder, hooks_.copy_bits, {memory.getRawDest(), transfer->getRawSource(), length(builder, memory)});
    }
  }

  void add_told_store(llvm::IRBuilder<>& builder, llvm::StoreInst& store) {
    llvm::Type* type = store.getValueOperand()->getType();
    llvm::Value* size = builder.getInt64(store.getDataLayout().getTypeStoreSize(type).getKnownMinValue());
    if (gives_any_value(store)) {
      call(builder, hooks_.no_value, {store.getPointerOperand(), size});
    } else if (!store.isAtomic() && flow_.may_lack(store.getValueOperand()) &&
               bits_type(type)->getBitWidth() <= builder.getInt64Ty()->getBitWidth()) {
      llvm::Value* bits = builder.CreateZExt(of(store.getValueOperand()), builder.getInt64Ty());
      builder.CreateCall(&keeper_, {bits, store.getPointerOperand(), size});
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
  const Hooks& hooks_;
  llvm::Function& keeper_;
  Indeterminate::Bits found_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> bits_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> pointers_;
};

// A function of the module that calls a hook if its first argument is not 0.
llvm::Function* unless_zero(llvm::Module& module, const char* name, llvm::ArrayRef<llvm::Type*> parameters,
                            llvm::function_ref<void(llvm::IRBuilder<>&, llvm::Function&)> call) {
  llvm::LLVMContext& context = module.getContext();
  auto* helper =
      llvm::Function::createWithDefaultAttr(llvm::FunctionType::get(llvm::Type::getVoidTy(context), parameters, false),
                                            llvm::GlobalValue::InternalLinkage, 0, name, &module);
  inline_late_if_few(*helper, Late::kChecks);
  auto* lacks = llvm::BasicBlock::Create(context, "lacks", helper);
  auto* go = llvm::BasicBlock::Create(context, "go", helper, lacks);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", helper, go));
  builder.CreateCondBr(builder.CreateIsNotNull(helper->getArg(0)), lacks, go,
                       llvm::MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(go);
  builder.CreateRetVoid();
  builder.SetInsertPoint(lacks);
  call(builder, *helper);
  if (builder.GetInsertBlock()->getTerminator() == nullptr) builder.CreateBr(go);
  return helper;
}

// It has a value exactly if this one has.
llvm::Value* without_constant_offset(llvm::Value* value) {
  for (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
       element != nullptr && element->hasAllConstantIndices(); element = llvm::dyn_cast<llvm::GetElementPtrInst>(value))
    value = element->getPointerOperand();
  return value;
}

}  // namespace

Indeterminate::Bits Indeterminate::instrument(llvm::Function& function, MemoryOf& memory_of) {
  Bits found;
  if (keeps_bits(function)) {
    const ValueFlow flow(function, memory_of);
    const llvm::DominatorTree dominators(function);
    const std::vector<Decision> decisions = decisions_of(function);
    FunctionBits bits(function, flow, hooks_, *keeper());
    bits.add();
    llvm::DenseMap<const llvm::Value*, llvm::SmallVector<const llvm::Instruction*, 2>> checked;
    for (const Decision& decision : decisions) {
      llvm::Value* value = without_constant_offset(decision.value);
      if (!flow.may_lack(value)) continue;
      // A check that fails ends the thread.
      auto& before = checked[value];
      const auto dominates = [&](const llvm::Instruction* one) {
        return dominators.dominates(one, decision.instruction);
      };
      if (llvm::any_of(before, dominates)) continue;
      before.push_back(decision.instruction);
      check(*decision.instruction, *bits.of(value), decision.what);
    }
    bits.tell();
    found = bits.take();
  } else if (tells_result(function)) {
    for (llvm::BasicBlock& block : function) {
      auto* result = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (result != nullptr)
        FunctionBits::tell(*result, *llvm::Constant::getNullValue(bits_type(function.getReturnType())));
    }
  }
  forget_no_values(function);
  return found;
}

void Indeterminate::check(llvm::Instruction& before, llvm::Value& bits, const std::string& what) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value* lacks = builder.CreateIsNotNull(&bits);
  builder.CreateCall(checker(), {lacks, places_.text(what), places_.at(before)});
}

llvm::Function* Indeterminate::checker() {
  if (checker_ != nullptr) return checker_;
  llvm::Type* pointer = llvm::PointerType::getUnqual(module_.getContext());
  checker_ = unless_zero(module_, "heddle.defined", {llvm::Type::getInt1Ty(module_.getContext()), pointer, pointer},
                         [this](llvm::IRBuilder<>& builder, llvm::Function& helper) {
                           builder.CreateCall(hooks_.indeterminate, {helper.getArg(1), helper.getArg(2)});
                           builder.CreateUnreachable();
                         });
  return checker_;
}

llvm::Function* Indeterminate::keeper() {
  if (keeper_ != nullptr) return keeper_;
  llvm::Type* pointer = llvm::PointerType::getUnqual(module_.getContext());
  llvm::Type* word = llvm::Type::getInt64Ty(module_.getContext());
  keeper_ = unless_zero(module_, "heddle.keep", {word, pointer, word},
                        [this](llvm::IRBuilder<>& builder, llvm::Function& helper) {
                          builder.CreateCall(hooks_.keep_bits, {helper.getArg(1), helper.getArg(2), helper.getArg(0)})
                              ->setCallingConv(llvm::CallingConv::PreserveMost);
                        });
  return keeper_;
}

}  // namespace heddle::instrument
