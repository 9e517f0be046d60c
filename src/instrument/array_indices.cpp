#include "instrument/array_indices.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::instrument {

namespace {

// What clang says about a check: the place, the type of the array and that of the index. A type is its kind, whether it
// is signed, and its name.
struct Check {
  llvm::Constant* name = nullptr;
  bool has_sign = false;
};

constexpr unsigned kArrayType = 1;
constexpr unsigned kIndexType = 2;
constexpr unsigned kInfo = 1;
constexpr unsigned kName = 2;

Check read(const llvm::Value& told) {
  const auto* content = llvm::cast<llvm::GlobalVariable>(told).getInitializer();
  auto* array = llvm::cast<llvm::GlobalVariable>(content->getAggregateElement(kArrayType));
  const auto* index = llvm::cast<llvm::GlobalVariable>(content->getAggregateElement(kIndexType));
  const auto* info = llvm::cast<llvm::ConstantInt>(index->getInitializer()->getAggregateElement(kInfo));
  llvm::Type* number = llvm::Type::getInt32Ty(told.getContext());
  llvm::Constant* path[] = {llvm::ConstantInt::get(number, 0), llvm::ConstantInt::get(number, kName)};
  return {llvm::ConstantExpr::getInBoundsGetElementPtr(array->getValueType(), array, path),
          (info->getZExtValue() & 1) != 0};
}

// For a constant index, the compiler knows that the check holds, but leaves the call in place.
bool is_never_called(const llvm::CallInst& call) {
  const llvm::BasicBlock* before = call.getParent()->getSinglePredecessor();
  const auto* branch = before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional()) return false;
  const auto* holds = llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition());
  return holds != nullptr && branch->getSuccessor(holds->isOne() ? 0 : 1) != call.getParent();
}

}  // namespace

void take_index_checks(llvm::Module& module, Places& places) {
  llvm::Function* handler = module.getFunction("__ubsan_handle_out_of_bounds_abort");
  if (handler == nullptr || !handler->isDeclaration()) return;
  llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
  const llvm::FunctionCallee hook = module.getOrInsertFunction(
      "__heddle_index_beyond", llvm::Type::getVoidTy(module.getContext()), pointer,
      llvm::Type::getInt64Ty(module.getContext()), llvm::Type::getInt32Ty(module.getContext()), pointer);
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : handler->users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    if (!is_never_called(*call)) {
      const Check check = read(*call->getArgOperand(0));
      llvm::IRBuilder<> builder(call);
      llvm::Value* has_sign = builder.getInt32(check.has_sign ? 1 : 0);
      builder.CreateCall(hook, {check.name, call->getArgOperand(1), has_sign, places.at(*call)})->setDoesNotThrow();
    }
    call->eraseFromParent();
  }
}

}  // namespace heddle::instrument
