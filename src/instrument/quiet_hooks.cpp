#include "instrument/quiet_hooks.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/ErrorHandling.h>

#include "abi/instrumented.h"

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kGranule = 1 << HEDDLE_QUIET_GRANULE_BITS;
constexpr unsigned kWordBits = 64;

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
    case Kind::kWrite: return hooks_.write;
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
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* u64 = llvm::Type::getInt64Ty(context);
  const std::string hook_name = hook_of(kind).getCallee()->getName().str();
  const std::string name = "heddle." + hook_name.substr(std::string("__heddle_").size()) + (crosses ? ".crossing" : "");
  llvm::Type* result = kind == Kind::kReadBits ? u64 : llvm::Type::getInt1Ty(context);
  auto* helper = llvm::Function::Create(llvm::FunctionType::get(result, {pointer, u64, pointer}, false),
                                        llvm::GlobalValue::InternalLinkage, name, module_);
  helper->addFnAttr(llvm::Attribute::AlwaysInline);
  helper->setDoesNotThrow();
  auto* told = llvm::BasicBlock::Create(context, "told", helper);
  auto* quiet = llvm::BasicBlock::Create(context, "quiet", helper, told);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", helper, quiet));
  llvm::Value* now = builder.CreateLoad(builder.getInt8Ty(), byte_at(builder, HEDDLE_QUIET_NOW));
  llvm::Value* address = builder.CreatePtrToInt(helper->getArg(0), u64);
  // The last byte counts: an address need not be aligned as its type says, and the end of a block may lie in between.
  llvm::Value* last = builder.CreateAdd(address, builder.CreateSub(helper->getArg(1), builder.getInt64(1)));
  llvm::Value* same = builder.CreateICmpEQ(byte_of(builder, last), now);
  if (crosses) same = builder.CreateAnd(same, builder.CreateICmpEQ(byte_of(builder, address), now));
  builder.CreateCondBr(same, quiet, told, llvm::MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(quiet);
  if (kind == Kind::kWrite) builder.CreateStore(builder.getInt8(1), byte_at(builder, HEDDLE_QUIET_WROTE));
  builder.CreateRet(kind == Kind::kReadBits ? static_cast<llvm::Value*>(builder.getInt64(0)) : builder.getTrue());
  builder.SetInsertPoint(told);
  llvm::CallInst* tell = builder.CreateCall(hook_of(kind), {helper->getArg(0), helper->getArg(1), helper->getArg(2)});
  tell->setCallingConv(llvm::CallingConv::PreserveMost);
  builder.CreateRet(kind == Kind::kReadBits ? static_cast<llvm::Value*>(tell) : builder.getFalse());
  return helper;
}

}  // namespace heddle::instrument
