#include "instrument/hooks.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Type.h>

namespace heddle::instrument {

namespace {

llvm::FunctionCallee hook(llvm::Module& module, llvm::StringRef name, llvm::ArrayRef<llvm::Type*> parameters,
                          llvm::Type* result = nullptr) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::AttributeList attributes = llvm::AttributeList().addFnAttribute(context, llvm::Attribute::NoUnwind);
  if (result == nullptr) result = llvm::Type::getVoidTy(context);
  return module.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false), attributes);
}

}  // namespace

Hooks::Hooks(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* u32 = llvm::Type::getInt32Ty(context);
  llvm::Type* u64 = llvm::Type::getInt64Ty(context);
  module_loaded = hook(module, "__heddle_module", {u32, pointer, pointer, pointer, pointer});
  read = hook(module, "__heddle_read", {pointer, u64, pointer});
  read_bits = hook(module, "__heddle_read_bits", {pointer, u64, pointer}, u64);
  sym_read = hook(module, "__heddle_sym_read", {pointer, u64, pointer}, llvm::StructType::get(context, {u64, u64}));
  sym_write = hook(module, "__heddle_sym_write", {pointer, u64, pointer, u32, u64});
  keep_bits = hook(module, "__heddle_keep_bits", {pointer, u64, u64});
  copy_bits = hook(module, "__heddle_copy_bits", {pointer, pointer, u64});
  give_bits = hook(module, "__heddle_give_bits", {pointer, pointer, u64});
  take_bits = hook(module, "__heddle_take_bits", {pointer, pointer, u64});
  no_value = hook(module, "__heddle_no_value", {pointer, u64});
  write = hook(module, "__heddle_write", {pointer, u64, pointer});
  beyond = hook(module, "__heddle_beyond", {pointer, u64, pointer, pointer, u32, pointer});
  indeterminate = hook(module, "__heddle_indeterminate", {pointer, pointer});
  enter = hook(module, "__heddle_enter", {pointer, pointer}, pointer);
  leave = hook(module, "__heddle_leave", {pointer, pointer});
  enter_array = hook(module, "__heddle_enter_array", {pointer, u64, pointer}, pointer);
  release = hook(module, "__heddle_release", {pointer, pointer});
  unwound = hook(module, "__heddle_unwound", {pointer});
  scope_begins = hook(module, "__heddle_scope_begins", {pointer, u64});
  scope_ends = hook(module, "__heddle_scope_ends", {pointer, u64});
  for (llvm::FunctionCallee failure : {beyond, indeterminate}) {
    auto* function = llvm::cast<llvm::Function>(failure.getCallee());
    function->setDoesNotReturn();
    function->addFnAttr(llvm::Attribute::Cold);
    function->addFnAttr(llvm::Attribute::NoMerge);  // the stack says which one it was
  }
  for (llvm::FunctionCallee cold :
       {read, read_bits, sym_read, sym_write, keep_bits, copy_bits, give_bits, take_bits, no_value, write, enter, leave,
        enter_array, release, unwound, scope_begins, scope_ends})
    llvm::cast<llvm::Function>(cold.getCallee())->setCallingConv(llvm::CallingConv::PreserveMost);
  atomic_load = hook(module, "__heddle_atomic_load", {pointer, u32, u32, pointer});
  atomic_store = hook(module, "__heddle_atomic_store", {pointer, u32, u32, pointer});
  atomic_rmw = hook(module, "__heddle_atomic_rmw", {pointer, u32, u32, pointer});
  atomic_add = hook(module, "__heddle_atomic_add", {pointer, u32, u32, u64, pointer});
  atomic_count = hook(module, "__heddle_atomic_count", {pointer, u32, u32, u64, u64, pointer});
  atomic_exchange = hook(module, "__heddle_atomic_exchange", {pointer, u32, u32, u64, u64, pointer});
  atomic_cas = hook(module, "__heddle_atomic_cas", {pointer, u32, u32, u32, u64, u64, pointer});
  await_next = hook(module, "__heddle_await_next", {pointer, u32, u32, u64, u32});
  await_set = hook(module, "__heddle_await_set", {pointer, u32, pointer, pointer, pointer, u32, u32});
  await_begins = hook(module, "__heddle_await_begins", {});
  await_turn = hook(module, "__heddle_await_turn", {pointer, pointer});
  retry_next = hook(module, "__heddle_retry_next", {pointer, u32, u64, u32, u32, pointer, u32});
  fence = hook(module, "__heddle_fence", {u32, pointer});
  loop = hook(module, "__heddle_loop", {pointer, u64, pointer});
  effect = hook(module, "__heddle_effect", {});
  lock_all = hook(module, "__heddle_lock_all", {});
  locked_all = hook(module, "__heddle_locked_all", {});
  external = hook(module, "__heddle_external", {pointer, pointer, pointer, pointer, pointer});
  unseen = hook(module, "__heddle_unseen", {pointer, pointer});
  place = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal("__heddle_place", pointer));
  type = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal("__heddle_type", pointer));
}

bool is_hook(llvm::StringRef name) { return name.starts_with("__heddle_"); }

}  // namespace heddle::instrument
