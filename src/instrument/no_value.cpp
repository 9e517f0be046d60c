#include "instrument/no_value.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "instrument/memory.h"

namespace heddle::instrument {

namespace {

constexpr const char* kNoValue = "heddle.no_value";
constexpr const char* kMark = "heddle.no_value";  // on the freeze
constexpr const char* kAutoInit = "auto-init";
constexpr std::uint64_t kLargest = 1 << 16;  // -ftrivial-auto-var-init-max-size in src/cli/tool_chain.cpp
constexpr std::uint8_t kPattern = 0xaa;

llvm::GlobalVariable* stand_in(llvm::Module& module) {
  llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), kLargest);
  auto* variable = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(kNoValue, type));
  variable->setAlignment(llvm::Align(16));
  return variable;
}

// Inserts a load before each of them; the instruction itself stays marked.
void mark(llvm::Instruction& instruction, llvm::GlobalVariable& none) {
  llvm::IRBuilder<> builder(&instruction);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    store->setOperand(0, builder.CreateLoad(store->getValueOperand()->getType(), &none));
    return;
  }
  auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  const auto* size = memory == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
  if (size == nullptr || size->getZExtValue() > kLargest) return;
  llvm::CallInst* copy =
      builder.CreateMemCpy(memory->getRawDest(), memory->getDestAlign(), &none, llvm::Align(1), memory->getLength());
  copy->copyMetadata(*memory);
  memory->eraseFromParent();
}

// What clang would have put there.
llvm::Constant* constant_of(llvm::Type* type) {
  const auto& layout_bits = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
  if (type->isPointerTy()) {
    llvm::Type* word = llvm::Type::getInt64Ty(type->getContext());
    return llvm::ConstantExpr::getIntToPtr(
        llvm::ConstantInt::get(word, llvm::APInt::getSplat(64, llvm::APInt(8, kPattern))), type);
  }
  if (type->isFPOrFPVectorTy()) return llvm::ConstantFP::getNaN(type, true);
  if (!type->isIntOrIntVectorTy()) return llvm::Constant::getNullValue(type);
  const unsigned bits = layout_bits;
  return llvm::ConstantInt::get(type, llvm::APInt::getSplat((bits + 7) / 8 * 8, llvm::APInt(8, kPattern)).trunc(bits));
}

void bring_back(llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  auto* value = llvm::cast<llvm::Instruction>(builder.CreateFreeze(constant_of(load.getType())));
  value->setMetadata(kMark, llvm::MDNode::get(load.getContext(), {}));
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
}

void bring_back(llvm::MemTransferInst& copy) {
  llvm::IRBuilder<> builder(&copy);
  llvm::CallInst* set =
      builder.CreateMemSet(copy.getRawDest(), builder.getInt8(kPattern), copy.getLength(), copy.getDestAlign());
  set->addAnnotationMetadata(kAutoInit);
  copy.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses MarkNoValuePass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (gives_any_value(instruction)) found.push_back(&instruction);
    }
  }
  for (llvm::Instruction* instruction : found) mark(*instruction, *stand_in(module));
  return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

void bring_back(llvm::Module& module) {
  llvm::GlobalVariable* none = module.getNamedGlobal(kNoValue);
  if (none == nullptr) return;
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Value* from = nullptr;
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) from = load->getPointerOperand();
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) from = copy->getRawSource();
      if (from != nullptr && from->stripInBoundsOffsets() == none) found.push_back(&instruction);
    }
  }
  for (llvm::Instruction* instruction : found) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      bring_back(*load);
    } else {
      bring_back(*llvm::cast<llvm::MemTransferInst>(instruction));
    }
  }
  // Addresses in it that SROA computed but did not use.
  none->replaceAllUsesWith(llvm::PoisonValue::get(none->getType()));
  none->eraseFromParent();
}

bool is_no_value(const llvm::Value& value) {
  const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&value);
  return freeze != nullptr && freeze->hasMetadata(kMark);
}

void forget_no_values(llvm::Function& function) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_no_value(instruction)) found.push_back(&instruction);
  }
  for (llvm::Instruction* instruction : found) {
    instruction->replaceAllUsesWith(instruction->getOperand(0));
    instruction->eraseFromParent();
  }
}

}  // namespace heddle::instrument
