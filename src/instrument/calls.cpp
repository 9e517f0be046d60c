#include "instrument/calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "abi/instrumented.h"
#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

// std::__detail::__atomic_spin and the number of its iterations, in <bits/atomic_wait.h>.
constexpr const char* kSpinFunction = "_ZNSt8__detail13__atomic_spin";
constexpr std::uint64_t kSpinTurns = 16;
constexpr unsigned kWordBits = 64;

}  // namespace

std::vector<llvm::CallBase*> Calls::find(llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && is_real_call(*call)) calls.push_back(call);
  }
  return calls;
}

void Calls::instrument(llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  const bool is_known = callee != nullptr &&
                        (!callee->isDeclaration() || is_thread_local_wrapper(callee->getName()) || only_computes(call));
  if (!is_known) announce(call, callee);
  keep_place(call);
  if (callee == nullptr || (!callee->isDeclaration() && places_.is_users(*callee))) restore_place(call);
  if (llvm::Constant* type = allocated_.type_of(call)) llvm::IRBuilder<>(&call).CreateStore(type, hooks_.type);
}

void Calls::announce(llvm::CallBase& call, const llvm::Function* callee) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type* pointer = builder.getPtrTy();
  llvm::Type* type = llvm::ArrayType::get(pointer, sizeof(heddle_site) / sizeof(void*));
  auto* site = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::PrivateLinkage,
                                        llvm::Constant::getNullValue(type), "heddle_site");
  site->setSection("heddle_sites");
  site->setAlignment(llvm::Align(alignof(heddle_site)));
  llvm::Value* function = call.getCalledOperand();
  llvm::Value* is_told = builder.CreateICmpNE(builder.CreateLoad(pointer, site), function);
  llvm::MDNode* unlikely = llvm::MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_told, call.getIterator(), false, unlikely);
  llvm::IRBuilder<> tell(then);
  tell.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* name = llvm::ConstantPointerNull::get(tell.getPtrTy());
  if (callee != nullptr) name = places_.text(callee->getName().str());
  tell.CreateCall(hooks_.external, {site, function, name, arguments_of(tell, call), places_.at(call)});
}

llvm::Value* Calls::arguments_of(llvm::IRBuilder<>& builder, llvm::CallBase& call) {
  const unsigned named = call.getFunctionType()->getNumParams();
  const auto leads_to_memory = [](const llvm::Use& use) { return use->getType()->isPointerTy(); };
  if (call.arg_size() <= named && llvm::none_of(call.args(), leads_to_memory))
    return llvm::ConstantPointerNull::get(builder.getPtrTy());
  llvm::SmallVector<std::pair<llvm::Value*, std::uint64_t>, 8> stored;
  std::uint64_t words = 0;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    llvm::Type* of = argument->getType();
    const bool fits = of->isPointerTy() || of->isIntegerTy() || of->isFloatingPointTy();
    const bool is_long = fits && !of->isPointerTy() && of->getPrimitiveSizeInBits() > kWordBits;
    if (i >= named && is_long) words = llvm::alignTo(words, 2);
    if (fits && (!is_long || i >= named)) stored.emplace_back(argument, words);
    words += i >= named && is_long ? 2 : 1;
  }
  llvm::AllocaInst* memory = room(*call.getFunction(), words);
  for (const auto& [argument, word] : stored) {
    llvm::Value* value = argument;
    if (value->getType()->isIntegerTy() && value->getType()->getIntegerBitWidth() < kWordBits)
      value = builder.CreateZExt(value, builder.getInt64Ty());
    builder.CreateStore(value, builder.CreateConstGEP1_64(builder.getInt64Ty(), memory, word));
  }
  return memory;
}

llvm::AllocaInst* Calls::room(llvm::Function& function, std::uint64_t words) {
  llvm::AllocaInst*& memory = rooms_[&function];
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  if (memory == nullptr) {
    memory = builder.CreateAlloca(builder.getInt64Ty(), builder.getInt64(words));
    memory->setAlignment(llvm::Align(2 * sizeof(std::uint64_t)));
  }
  const auto& size = llvm::cast<llvm::ConstantInt>(*memory->getArraySize());
  if (size.getZExtValue() < words) memory->setOperand(0, builder.getInt64(words));
  return memory;
}

// They may end a program just as a call may, so their places are kept, too.
void Calls::keep_place(llvm::Instruction& instruction) {
  llvm::Constant* place = places_.at(instruction);
  if (!place->isNullValue()) llvm::IRBuilder<>(&instruction).CreateStore(place, hooks_.place);
}

void Calls::restore_place(llvm::CallBase& call) {
  if (places_.is_users(*call.getFunction()) || call.isMustTailCall()) return;
  llvm::Instruction* after = nullptr;
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    llvm::BasicBlock* next = invoke->getNormalDest();
    if (next->getSinglePredecessor() != nullptr) after = &*next->getFirstInsertionPt();
  } else if (llvm::isa<llvm::CallInst>(call)) {
    after = call.getNextNode();
  }
  if (after == nullptr) return;
  llvm::Value* before =
      llvm::IRBuilder<>(&call).CreateLoad(llvm::PointerType::getUnqual(call.getContext()), hooks_.place);
  llvm::IRBuilder<>(after).CreateStore(before, hooks_.place);
}

void mark_functions(llvm::Module& module) {
  llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
  llvm::Constant* mark = llvm::ConstantArray::get(
      llvm::ArrayType::get(word, 2),
      {llvm::ConstantInt::get(word, HEDDLE_MARK_LOW), llvm::ConstantInt::get(word, HEDDLE_MARK_HIGH)});
  for (llvm::Function& function : module) {
    const bool nobody_else = function.hasLocalLinkage() && !function.hasAddressTaken();
    const bool has_hooks = !function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::Naked);
    if (has_hooks && !nobody_else && !function.hasPrefixData()) function.setPrefixData(mark);
  }
}

void shorten_spinning(llvm::Function& function) {
  if (!function.getName().starts_with(kSpinFunction)) return;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (comparison == nullptr) continue;
    const auto* bound = llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
    if (bound == nullptr || !bound->equalsInt(kSpinTurns)) continue;
    comparison->setOperand(1, llvm::ConstantInt::get(bound->getType(), 1));
  }
}

}  // namespace heddle::instrument
