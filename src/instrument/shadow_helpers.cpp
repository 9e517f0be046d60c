#include "instrument/shadow_helpers.h"

#include <llvm/IR/MDBuilder.h>

#include "abi/symbolic.h"
#include "instrument/late.h"

namespace heddle::instrument {

namespace {

// The fields of heddle_shadows.
enum Field : unsigned { kCallee, kReturner, kArguments, kResults, kValues };

}  // namespace

ShadowHelpers::ShadowHelpers(llvm::Module& module)
    : module_(module),
      nothing_(llvm::Type::getVoidTy(module.getContext())),
      truth_(llvm::Type::getInt1Ty(module.getContext())),
      u32_(llvm::Type::getInt32Ty(module.getContext())),
      u64_(llvm::Type::getInt64Ty(module.getContext())),
      pointer_(llvm::PointerType::getUnqual(module.getContext())),
      record_type_(llvm::StructType::get(
          module.getContext(),
          {pointer_, pointer_, llvm::ArrayType::get(u32_, HEDDLE_MAX_ARGUMENTS),
           llvm::ArrayType::get(u32_, HEDDLE_MAX_RESULTS), llvm::ArrayType::get(u64_, HEDDLE_MAX_ARGUMENTS)})) {}

llvm::Function* ShadowHelpers::begin(const std::string& name, llvm::Type* result, const Types& parameters) {
  auto* helper = llvm::Function::createWithDefaultAttr(llvm::FunctionType::get(result, parameters, false),
                                                       llvm::GlobalValue::InternalLinkage, 0, name, &module_);
  inline_late_if_few(*helper, Late::kExpressions);
  llvm::BasicBlock::Create(module_.getContext(), "", helper);
  return helper;
}

llvm::FunctionCallee ShadowHelpers::cold(const std::string& name, llvm::Type* result, const Types& parameters,
                                         bool pure) {
  llvm::FunctionCallee callee =
      module_.getOrInsertFunction("__heddle_sym_" + name, llvm::FunctionType::get(result, parameters, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::Cold);
  function->setCallingConv(llvm::CallingConv::PreserveMost);
  // An expression is the same whenever it is requested.
  if (pure) {
    function->setDoesNotAccessMemory();
    function->addFnAttr(llvm::Attribute::WillReturn);
  }
  return callee;
}

// br condition, call, done; the result is that of the call, or 0.
void ShadowHelpers::finish(llvm::Function& helper, llvm::IRBuilder<>& builder, llvm::Value* condition,
                           llvm::FunctionCallee callee) {
  llvm::LLVMContext& context = module_.getContext();
  llvm::BasicBlock* start = builder.GetInsertBlock();
  auto* call = llvm::BasicBlock::Create(context, "call", &helper);
  auto* done = llvm::BasicBlock::Create(context, "done", &helper);
  builder.CreateCondBr(condition, call, done, llvm::MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(call);
  llvm::SmallVector<llvm::Value*, 8> arguments;
  for (llvm::Argument& argument : helper.args()) arguments.push_back(&argument);
  llvm::CallInst* called = builder.CreateCall(callee, arguments);
  called->setCallingConv(llvm::CallingConv::PreserveMost);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  if (called->getType()->isVoidTy()) {
    builder.CreateRetVoid();
    return;
  }
  llvm::PHINode* result = builder.CreatePHI(called->getType(), 2);
  result->addIncoming(llvm::Constant::getNullValue(called->getType()), start);
  result->addIncoming(called, call);
  builder.CreateRet(result);
}

llvm::Function* ShadowHelpers::guarded(const std::string& name, llvm::Type* result, const Types& parameters,
                                       const std::vector<unsigned>& guards, bool pure) {
  llvm::Function*& helper = helpers_[name];
  if (helper != nullptr) return helper;
  helper = begin("heddle." + name, result, parameters);
  if (pure) {
    helper->setDoesNotAccessMemory();
    helper->addFnAttr(llvm::Attribute::WillReturn);
  }
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  llvm::Value* any = nullptr;
  for (const unsigned guard : guards)
    any = any == nullptr ? helper->getArg(guard) : builder.CreateOr(any, helper->getArg(guard));
  const llvm::FunctionCallee callee = cold(name, result, parameters, pure);
  finish(*helper, builder, builder.CreateICmpNE(any, builder.getInt32(0)), callee);
  return helper;
}

llvm::Value* ShadowHelpers::page_of(llvm::IRBuilder<>& builder, llvm::Value* address) {
  llvm::Value* table = builder.CreateIntToPtr(builder.getInt64(HEDDLE_SHADOW_TABLE), pointer_);
  llvm::Value* index = builder.CreateLShr(address, HEDDLE_SHADOW_PAGE_BITS);
  return builder.CreatePtrToInt(builder.CreateLoad(pointer_, builder.CreateGEP(pointer_, table, index)), u64_);
}

// The first parameter is the address, the second the size.
llvm::Value* ShadowHelpers::page_has_shadows(llvm::IRBuilder<>& builder, llvm::Function& helper, bool crosses) {
  llvm::Value* first = builder.CreatePtrToInt(helper.getArg(0), u64_);
  llvm::Value* any = page_of(builder, first);
  if (crosses) {
    llvm::Value* size = builder.CreateZExtOrTrunc(helper.getArg(1), u64_);
    any =
        builder.CreateOr(any, page_of(builder, builder.CreateAdd(first, builder.CreateSub(size, builder.getInt64(1)))));
  }
  return builder.CreateICmpNE(any, builder.getInt64(0));
}

llvm::Function* ShadowHelpers::by_page(const std::string& name, const Types& parameters, bool crosses) {
  llvm::Function*& helper = helpers_[name];
  if (helper != nullptr) return helper;
  helper = begin("heddle." + name, nothing_, parameters);
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  finish(*helper, builder, page_has_shadows(builder, *helper, crosses), cold(name, nothing_, parameters, false));
  return helper;
}

//     br (shadow != 0), %call, %concrete                                            ; unlikely; only of a store
//   concrete:
//     br %quiet, %done, %look                                                       ; likely
//   look:
//     br (the page has shadows), %call, %done                                       ; unlikely
// The last parameter is `quiet`, which the runtime does not need.
llvm::Function* ShadowHelpers::unless_quiet(const std::string& name, llvm::Type* result, Types parameters, int shadow,
                                            bool crosses) {
  llvm::Function*& helper = helpers_[name + (crosses ? ".crossing" : "")];
  if (helper != nullptr) return helper;
  llvm::LLVMContext& context = module_.getContext();
  const llvm::FunctionCallee callee = cold(name, result, parameters, false);
  parameters.push_back(truth_);
  helper = begin("heddle." + name + (crosses ? ".crossing" : ""), result, parameters);
  llvm::BasicBlock* concrete = &helper->getEntryBlock();
  auto* look = llvm::BasicBlock::Create(context, "look", helper);
  auto* call = llvm::BasicBlock::Create(context, "call", helper);
  auto* done = llvm::BasicBlock::Create(context, "done", helper);
  llvm::MDNode* unlikely = llvm::MDBuilder(context).createUnlikelyBranchWeights();
  llvm::IRBuilder<> builder(concrete);
  if (shadow >= 0) {
    concrete = llvm::BasicBlock::Create(context, "concrete", helper, look);
    llvm::Value* has = builder.CreateICmpNE(helper->getArg(static_cast<unsigned>(shadow)), builder.getInt32(0));
    builder.CreateCondBr(has, call, concrete, unlikely);
    builder.SetInsertPoint(concrete);
  }
  llvm::Value* quiet = helper->getArg(static_cast<unsigned>(helper->arg_size()) - 1);
  builder.CreateCondBr(quiet, done, look, llvm::MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(look);
  builder.CreateCondBr(page_has_shadows(builder, *helper, crosses), call, done, unlikely);
  builder.SetInsertPoint(call);
  llvm::SmallVector<llvm::Value*, 8> arguments;
  for (unsigned i = 0; i + 1 < helper->arg_size(); ++i) arguments.push_back(helper->getArg(i));
  llvm::CallInst* called = builder.CreateCall(callee, arguments);
  called->setCallingConv(llvm::CallingConv::PreserveMost);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  if (result->isVoidTy()) {
    builder.CreateRetVoid();
    return helper;
  }
  llvm::PHINode* found = builder.CreatePHI(result, 3);
  for (llvm::BasicBlock* without : {concrete, look}) found->addIncoming(llvm::Constant::getNullValue(result), without);
  found->addIncoming(called, call);
  builder.CreateRet(found);
  return helper;
}

llvm::Function* ShadowHelpers::binary() {
  return guarded("binary", u32_, {u32_, u32_, u64_, u32_, u64_}, {1, 3}, true);
}
llvm::Function* ShadowHelpers::wide() {
  return guarded("wide", u32_, {u32_, u32_, u64_, u64_, u32_, u64_, u64_}, {1, 4}, true);
}
llvm::Function* ShadowHelpers::unary() { return guarded("unary", u32_, {u32_, u32_}, {1}, true); }
llvm::Function* ShadowHelpers::negation() { return guarded("not", u32_, {u32_}, {0}, true); }
llvm::Function* ShadowHelpers::select() {
  return guarded("select", u32_, {u32_, u32_, u64_, u32_, u64_, u32_, u64_}, {1, 3, 5}, true);
}
llvm::Function* ShadowHelpers::special() {
  return guarded("special", u32_, {u32_, u32_, u64_, u32_, u64_}, {1, 3}, true);
}
llvm::Function* ShadowHelpers::decide() { return guarded("decide", nothing_, {u32_, u64_, pointer_}, {0}, false); }
llvm::Function* ShadowHelpers::decide_comparison() {
  return guarded("decide_comparison", nothing_, {u32_, u32_, u64_, u32_, u64_, pointer_}, {1, 3}, false);
}
llvm::Function* ShadowHelpers::leaves() {
  return guarded("leaves", nothing_, {pointer_, u32_, u64_, pointer_, pointer_}, {1}, false);
}
llvm::Function* ShadowHelpers::fix() { return guarded("fix", nothing_, {u32_, u64_, pointer_, pointer_}, {0}, false); }
llvm::Function* ShadowHelpers::before_exchange() {
  return guarded("before_exchange", u32_, {pointer_, u32_, u64_, pointer_}, {1}, false);
}
llvm::Function* ShadowHelpers::compared() {
  return guarded("compared", nothing_, {pointer_, u32_, u64_, pointer_}, {1}, false);
}
llvm::Function* ShadowHelpers::exchanged() {
  return guarded("exchanged", nothing_, {pointer_, u32_, u64_, pointer_}, {1}, false);
}
llvm::Function* ShadowHelpers::loop() { return guarded("loop", nothing_, {u32_, u64_}, {0}, false); }
llvm::Function* ShadowHelpers::switches() {
  return guarded("switch", nothing_, {u32_, u32_, u64_, u32_, pointer_, pointer_, pointer_}, {0}, false);
}
llvm::Function* ShadowHelpers::division() {
  return guarded("division", nothing_, {u32_, u32_, u64_, u32_, u64_, pointer_}, {1, 3}, false);
}
llvm::Function* ShadowHelpers::table() {
  return guarded("table", u32_, {pointer_, u32_, u32_, pointer_, u64_, pointer_, pointer_}, {1}, false);
}
llvm::Function* ShadowHelpers::load(bool crosses) {
  return unless_quiet("load", u32_, {pointer_, u32_, u64_}, -1, crosses);
}
llvm::Function* ShadowHelpers::store(bool crosses) {
  return unless_quiet("store", nothing_, {pointer_, u32_, u32_, u64_}, 2, crosses);
}
llvm::Function* ShadowHelpers::clear() { return by_page("clear", {pointer_, u64_}, true); }
llvm::Function* ShadowHelpers::fix_memory() {
  return by_page("fix_memory", {pointer_, u64_, pointer_, pointer_}, true);
}

// The object may span many pages: the runtime checks.
llvm::FunctionCallee ShadowHelpers::fix_object() {
  return module_.getOrInsertFunction("__heddle_sym_fix_object", nothing_, pointer_, u64_, pointer_, pointer_);
}
llvm::FunctionCallee ShadowHelpers::fix_passed() {
  return module_.getOrInsertFunction("__heddle_sym_fix_passed", nothing_, pointer_, pointer_, u64_, pointer_);
}
llvm::FunctionCallee ShadowHelpers::flags() {
  return module_.getOrInsertFunction("__heddle_sym_flags", nothing_, pointer_);
}
llvm::FunctionCallee ShadowHelpers::comes_back() {
  return module_.getOrInsertFunction("__heddle_sym_comes_back", u32_, u32_, pointer_, pointer_);
}

//     br (%shadow != 0), %has, %done                                                ; unlikely
//   has:
//     br %quiet, %first, %done
//   first:
//     call preserve_mostcc void @__heddle_sym_clear(ptr %variable, i64 %size)
//     br %done
//   done:
//     ret (%shadow != 0 or not %quiet)
llvm::Function* ShadowHelpers::track() {
  llvm::Function*& helper = helpers_["track"];
  if (helper != nullptr) return helper;
  llvm::LLVMContext& context = module_.getContext();
  helper = begin("heddle.track", truth_, {pointer_, u64_, u32_, truth_});
  auto* has = llvm::BasicBlock::Create(context, "has", helper);
  auto* first = llvm::BasicBlock::Create(context, "first", helper);
  auto* done = llvm::BasicBlock::Create(context, "done", helper);
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  llvm::Value* quiet = helper->getArg(3);
  llvm::Value* had = builder.CreateNot(quiet);
  builder.CreateCondBr(builder.CreateICmpNE(helper->getArg(2), builder.getInt32(0)), has, done,
                       llvm::MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(has);
  builder.CreateCondBr(quiet, first, done);
  builder.SetInsertPoint(first);
  builder.CreateCall(cold("clear", nothing_, {pointer_, u64_}, false), {helper->getArg(0), helper->getArg(1)})
      ->setCallingConv(llvm::CallingConv::PreserveMost);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  llvm::PHINode* result = builder.CreatePHI(truth_, 3);
  result->addIncoming(had, &helper->getEntryBlock());
  result->addIncoming(builder.getTrue(), has);
  result->addIncoming(builder.getTrue(), first);
  builder.CreateRet(result);
  return helper;
}

llvm::FunctionCallee ShadowHelpers::copy() {
  return module_.getOrInsertFunction("__heddle_sym_copy", nothing_, pointer_, pointer_, u64_);
}
llvm::FunctionCallee ShadowHelpers::set() {
  return module_.getOrInsertFunction("__heddle_sym_set", nothing_, pointer_, u32_, u32_, u64_);
}

// They may do anything as far as the optimiser knows: they stay between the operations that they are for.
llvm::FunctionCallee ShadowHelpers::epoch() { return module_.getOrInsertFunction("__heddle_sym_epoch", u32_); }
llvm::FunctionCallee ShadowHelpers::local() {
  return module_.getOrInsertFunction("__heddle_sym_local", u32_, u32_, u32_, u32_, u32_, u64_);
}
llvm::FunctionCallee ShadowHelpers::enter() { return module_.getOrInsertFunction("__heddle_sym_enter", u32_); }
llvm::FunctionCallee ShadowHelpers::local_memory() {
  return module_.getOrInsertFunction("__heddle_sym_local_memory", nothing_, u32_, pointer_, u32_);
}
llvm::FunctionCallee ShadowHelpers::leave() {
  return module_.getOrInsertFunction("__heddle_sym_leave", nothing_, u32_);
}

llvm::FunctionCallee ShadowHelpers::fork() {
  return module_.getOrInsertFunction("__heddle_sym_fork", nothing_, pointer_);
}
llvm::FunctionCallee ShadowHelpers::meet() {
  return module_.getOrInsertFunction("__heddle_sym_meet", u32_, pointer_, u64_);
}
llvm::FunctionCallee ShadowHelpers::met() {
  return module_.getOrInsertFunction("__heddle_sym_met", u32_, u32_, u32_, u32_, u64_);
}
llvm::FunctionCallee ShadowHelpers::change() { return module_.getOrInsertFunction("__heddle_sym_change", nothing_); }

// --- arguments and results

llvm::Value* ShadowHelpers::record(llvm::IRBuilder<>& builder) {
  auto* variable = llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal("__heddle_shadows", record_type_));
  variable->setThreadLocalMode(llvm::GlobalValue::GeneralDynamicTLSModel);
  return builder.CreateThreadLocalAddress(variable);
}

llvm::Value* ShadowHelpers::field(llvm::IRBuilder<>& builder, unsigned number, llvm::Value* index) {
  llvm::SmallVector<llvm::Value*, 3> path = {builder.getInt32(0), builder.getInt32(number)};
  if (index != nullptr) path.push_back(index);
  return builder.CreateInBoundsGEP(record_type_, record(builder), path);
}

// if (a shadow != 0) { callee = tag; arguments = …; values = …; }
llvm::Function* ShadowHelpers::pass(unsigned count) {
  llvm::Function*& helper = helpers_["pass." + std::to_string(count)];
  if (helper != nullptr) return helper;
  Types parameters = {pointer_};
  for (unsigned i = 0; i < count; ++i) parameters.insert(parameters.end(), {u32_, u64_});
  helper = begin("heddle.pass." + std::to_string(count), nothing_, parameters);
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  llvm::Value* any = builder.getInt32(0);
  for (unsigned i = 0; i < count; ++i) any = builder.CreateOr(any, helper->getArg(1 + 2 * i));
  auto* fill = llvm::BasicBlock::Create(module_.getContext(), "fill", helper);
  auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", helper);
  builder.CreateCondBr(builder.CreateICmpNE(any, builder.getInt32(0)), fill, done,
                       llvm::MDBuilder(module_.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(fill);
  builder.CreateStore(helper->getArg(0), field(builder, kCallee));
  for (unsigned i = 0; i < count; ++i) {
    builder.CreateStore(helper->getArg(1 + 2 * i), field(builder, kArguments, builder.getInt32(i)));
    builder.CreateStore(helper->getArg(2 + 2 * i), field(builder, kValues, builder.getInt32(i)));
  }
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  return helper;
}

llvm::Function* ShadowHelpers::untaken() {
  return guarded("untaken", nothing_, {pointer_, u32_, u32_, pointer_}, {1}, false);
}

// %mine = callee == tag; if (mine) callee = null
llvm::Function* ShadowHelpers::take() {
  llvm::Function*& helper = helpers_["take"];
  if (helper != nullptr) return helper;
  helper = begin("heddle.take", truth_, {pointer_});
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  llvm::Value* callee = field(builder, kCallee);
  llvm::Value* mine = builder.CreateICmpEQ(builder.CreateLoad(pointer_, callee), helper->getArg(0));
  auto* clear = llvm::BasicBlock::Create(module_.getContext(), "clear", helper);
  auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", helper);
  builder.CreateCondBr(mine, clear, done, llvm::MDBuilder(module_.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(clear);
  builder.CreateStore(llvm::Constant::getNullValue(pointer_), callee);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRet(mine);
  return helper;
}

// taken ? arguments[index] : 0
llvm::Function* ShadowHelpers::argument() {
  llvm::Function*& helper = helpers_["argument"];
  if (helper != nullptr) return helper;
  helper = begin("heddle.argument", u32_, {truth_, u32_});
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  auto* look = llvm::BasicBlock::Create(module_.getContext(), "look", helper);
  auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", helper);
  builder.CreateCondBr(helper->getArg(0), look, done,
                       llvm::MDBuilder(module_.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(look);
  llvm::Value* found = builder.CreateLoad(u32_, field(builder, kArguments, helper->getArg(1)));
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  llvm::PHINode* result = builder.CreatePHI(u32_, 2);
  result->addIncoming(builder.getInt32(0), &helper->getEntryBlock());
  result->addIncoming(found, look);
  builder.CreateRet(result);
  return helper;
}

llvm::Function* ShadowHelpers::give(unsigned count) {
  llvm::Function*& helper = helpers_["give." + std::to_string(count)];
  if (helper != nullptr) return helper;
  Types parameters = {pointer_};
  parameters.insert(parameters.end(), count, u32_);
  helper = begin("heddle.give." + std::to_string(count), nothing_, parameters);
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  builder.CreateStore(helper->getArg(0), field(builder, kReturner));
  for (unsigned i = 0; i < count; ++i)
    builder.CreateStore(helper->getArg(1 + i), field(builder, kResults, builder.getInt32(i)));
  builder.CreateRetVoid();
  return helper;
}

// returner == tag ? results[index] : 0
llvm::Function* ShadowHelpers::result() {
  llvm::Function*& helper = helpers_["result"];
  if (helper != nullptr) return helper;
  helper = begin("heddle.result", u32_, {pointer_, u32_});
  llvm::IRBuilder<> builder(&helper->getEntryBlock());
  llvm::Value* returner = builder.CreateLoad(pointer_, field(builder, kReturner));
  llvm::Value* found = builder.CreateLoad(u32_, field(builder, kResults, helper->getArg(1)));
  builder.CreateRet(
      builder.CreateSelect(builder.CreateICmpEQ(returner, helper->getArg(0)), found, builder.getInt32(0)));
  return helper;
}

}  // namespace heddle::instrument
