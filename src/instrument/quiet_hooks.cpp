#include "instrument/quiet_hooks.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/ErrorHandling.h>

#include "abi/instrumented.h"
#include "instrument/late.h"

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kGranule = 1 << HEDDLE_QUIET_GRANULE_BITS;
constexpr unsigned kWordBits = 64;
constexpr unsigned kShadow = 3;  // the parameter of kWriteShadow

llvm::Value* byte_at(llvm::IRBuilder<>& builder, std::uint64_t address) {
  return builder.CreateIntToPtr(builder.getInt64(address), builder.getPtrTy());
}

}  // namespace

QuietHooks::Granules QuietHooks::granules(std::uint64_t size, std::uint64_t align) {
  if (size <= kGranule) return align >= size ? Granules::kOne : Granules::kTwo;
  return size <= 2 * kGranule && align >= kGranule ? Granules::kTwo : Granules::kMany;
}

llvm::Function* QuietHooks::of(Kind kind, Granules granules) {
  llvm::Function*& made = made_[{kind, granules}];
  if (made == nullptr) made = make(kind, granules == Granules::kTwo);
  return made;
}

llvm::FunctionCallee QuietHooks::hook_of(Kind kind) const {
  switch (kind) {
    case Kind::kRead: return hooks_.read;
    case Kind::kReadBits: return hooks_.read_bits;
    case Kind::kReadShadow: return hooks_.sym_read;
    case Kind::kWrite: return hooks_.write;
    case Kind::kWriteShadow: return hooks_.sym_write;
  }
  llvm_unreachable("an unknown kind of hook");
}

// Whatever is in the upper bits of an invalid pointer: the check itself must not fault.
llvm::Value* QuietHooks::byte_of(llvm::IRBuilder<>& builder, llvm::Value* address) {
  constexpr unsigned kUpper = kWordBits - HEDDLE_QUIET_ADDRESS_BITS;
  llvm::Value* index = builder.CreateLShr(builder.CreateShl(address, kUpper), kUpper + HEDDLE_QUIET_GRANULE_BITS);
  llvm::Value* at = builder.CreateGEP(builder.getInt8Ty(), byte_at(builder, HEDDLE_QUIET_TABLE), index);
  return builder.CreateLoad(builder.getInt8Ty(), at);
}

llvm::Function* QuietHooks::make(Kind kind, bool crosses) {
  llvm::LLVMContext& context = module_.getContext();
  llvm::FunctionCallee hook = hook_of(kind);
  const std::string hook_name = hook.getCallee()->getName().str();
  const std::string name = "heddle." + hook_name.substr(std::string("__heddle_").size()) + (crosses ? ".crossing" : "");
  const bool tells = !hook.getFunctionType()->getReturnType()->isVoidTy();
  llvm::Type* result = tells ? hook.getFunctionType()->getReturnType() : llvm::Type::getInt1Ty(context);
  auto* helper =
      llvm::Function::createWithDefaultAttr(llvm::FunctionType::get(result, hook.getFunctionType()->params(), false),
                                            llvm::GlobalValue::InternalLinkage, 0, name, &module_);
  inline_late_if_few(*helper, Late::kChecks);
  auto* told = llvm::BasicBlock::Create(context, "told", helper);
  auto* quiet = llvm::BasicBlock::Create(context, "quiet", helper, told);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", helper, quiet));
  const bool writes = kind == Kind::kWrite || kind == Kind::kWriteShadow;
  llvm::Value* is_quiet_now = is_quiet(builder, *helper, writes, crosses);
  if (kind == Kind::kWriteShadow)
    is_quiet_now = builder.CreateAnd(is_quiet_now, builder.CreateIsNull(helper->getArg(kShadow)));
  builder.CreateCondBr(is_quiet_now, quiet, told, llvm::MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(quiet);
  if (writes) builder.CreateStore(builder.getInt8(1), byte_at(builder, HEDDLE_QUIET_WROTE));
  builder.CreateRet(tells ? llvm::Constant::getNullValue(result) : builder.getTrue());
  builder.SetInsertPoint(told);
  llvm::SmallVector<llvm::Value*, 5> arguments;
  for (llvm::Argument& argument : helper->args()) arguments.push_back(&argument);
  llvm::CallInst* tell = builder.CreateCall(hook, arguments);
  tell->setCallingConv(llvm::CallingConv::PreserveMost);
  builder.CreateRet(tells ? static_cast<llvm::Value*>(tell) : builder.getFalse());
  return helper;
}

// Does the table say so for the first two arguments, the address and the size?
llvm::Value* QuietHooks::is_quiet(llvm::IRBuilder<>& builder, llvm::Function& helper, bool writes, bool crosses) {
  llvm::Value* now =
      builder.CreateLoad(builder.getInt8Ty(), byte_at(builder, writes ? HEDDLE_QUIET_NOW : HEDDLE_QUIET_READ_NOW));
  const auto is_now = [&](llvm::Value* where) {
    llvm::Value* byte = byte_of(builder, where);
    return builder.CreateICmpEQ(writes ? byte : builder.CreateOr(byte, builder.getInt8(1)), now);
  };
  llvm::Value* address = builder.CreatePtrToInt(helper.getArg(0), builder.getInt64Ty());
  // The last byte counts: an address need not be aligned as its type says, and the end of a block may lie in between.
  llvm::Value* last = builder.CreateAdd(address, builder.CreateSub(helper.getArg(1), builder.getInt64(1)));
  llvm::Value* same = is_now(last);
  if (!crosses) return same;
  return builder.CreateAnd(same, is_now(address));
}

}  // namespace heddle::instrument
