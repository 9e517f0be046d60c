#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <string>

#include "instrument/known_calls.h"
#include "instrument/leaving.h"
#include "instrument/shadows.h"

// Values that go to code without shadows: what happens to them is in instrument/leaving.h.

namespace heddle::instrument {

namespace {

constexpr const char* kNotInstrumented = "argument of a function that is not instrumented";

// Functions of the runtime that programs call.
bool is_ours(const llvm::Function& function) {
  for (const char* prefix : {"heddle_", "klee_", "__VERIFIER_"}) {
    if (function.getName().starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

// May the argument lead to memory with symbolic bytes?
bool Shadows::leads_to_memory(llvm::Value* argument) const {
  if (!argument->getType()->isPointerTy() || !is_reachable(argument)) return false;
  const llvm::Value* base = llvm::getUnderlyingObject(argument);
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) return !variable->isConstant();
  return !llvm::isa<llvm::Constant>(base);
}

// How much a function can read through this argument; 0 if unknown. References and the objects of methods have a known
// size; other pointers may point to arrays, unless they point to a variable.
llvm::Value* Shadows::size_behind(Builder& builder, const llvm::CallBase& call, const llvm::Use& argument) {
  // Where pointers may be null (tool_chain.cpp), the compiler does not say that it may be read, but how far.
  const unsigned n = call.getArgOperandNo(&argument);
  const std::uint64_t referred =
      std::max(call.getParamDereferenceableBytes(n), call.getParamDereferenceableOrNullBytes(n));
  llvm::Value* base = argument.get()->stripPointerCasts();
  if (referred == 0) base = llvm::getUnderlyingObject(base);
  auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base);
  const auto known = variable == nullptr ? std::nullopt : variable->getAllocationSize(call.getDataLayout());
  if (!known) return builder.getInt64(referred);
  llvm::Value* end = builder.CreateConstGEP1_64(builder.getInt8Ty(), variable, known->getFixedValue());
  return builder.CreateSub(word(builder, end), word(builder, argument.get()));
}

// If there is a condition, only if it holds.
void Shadows::fix_objects(llvm::CallBase& call, const std::string& reason, llvm::Value* condition) {
  // The versions of library functions know what they pass on.
  if (context_.is_library) return;
  Builder builder(&call);
  for (const llvm::Use& argument : call.args()) {
    if (!leads_to_memory(argument.get())) continue;
    llvm::Value* object = argument.get();
    if (condition != nullptr)
      object = builder.CreateSelect(condition, object, llvm::Constant::getNullValue(object->getType()));
    builder.CreateCall(helpers_.fix_object(), {object, size_behind(builder, call, argument),
                                               context_.places.text(reason), context_.places.at(call)});
  }
}

// A function that is not known here may belong to a library.
void Shadows::fix_passed(llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  if (callee != nullptr && (!callee->isDeclaration() || reads_no_memory(callee->getName()) || is_ours(*callee))) return;
  if (context_.is_library) return;
  Builder builder(&call);
  for (const llvm::Use& argument : call.args()) {
    if (!leads_to_memory(argument.get())) continue;
    builder.CreateCall(helpers_.fix_passed(), {call.getCalledOperand(), argument.get(),
                                               size_behind(builder, call, argument), context_.places.at(call)});
  }
}

// Before a call that does not return: nobody would check afterwards whether the function took the shadows.
void Shadows::fix_leaving(llvm::CallBase& call, unsigned count) {
  Builder builder(&call);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    if (!taints(argument) || !is_symbolic_type(*argument->getType())) continue;
    builder.CreateCall(helpers_.leaves(), {call.getCalledOperand(), one(argument), word(builder, argument),
                                           context_.places.text(kNotInstrumented), context_.places.at(call)});
  }
}

void Shadows::visit_library(llvm::CallBase& call) {
  const llvm::StringRef name = called_function(call)->getName();
  const std::string reason = "argument of " + name.str();
  for (const llvm::Use& argument : call.args()) {
    // What versions of library functions pass on unchanged are sizes and characters.
    const bool decides = context_.is_library || leaving(name, call.getArgOperandNo(&argument)) == Leaving::kDecided;
    if (!decides) {
      fix(call, argument.get(), reason.c_str());
    } else if (argument->getType()->isPointerTy()) {
      decide_address(call, argument.get());
    } else if (is_symbolic_type(*argument->getType())) {
      decide(call, argument.get());
    }
  }
  if (!reads_no_memory(name)) fix_objects(call, reason, nullptr);
  fix_data(call, reason);
}

void Shadows::fix_data(llvm::CallBase& call, const std::string& reason) {
  const std::optional<DataArgument> data = data_argument(called_function(call)->getName());
  if (!data || data->argument >= call.arg_size() || context_.is_library) return;
  llvm::Value* argument = call.getArgOperand(data->argument);
  if (!leads_to_memory(argument)) return;
  Builder builder(&call);
  builder.CreateCall(helpers_.fix_object(),
                     {argument, builder.getInt64(data->size), context_.places.text(reason), context_.places.at(call)});
}

// What is output is not fixed, unless it comes back.
void Shadows::visit_output(llvm::CallBase& call) {
  const llvm::StringRef name = called_function(call)->getName();
  const Output output = output_of(name).value_or(Output{Output::Where::kStandard});
  const bool shows = std::any_of(call.arg_begin(), call.arg_end(), [&](const llvm::Use& argument) {
    return taints(argument.get()) || leads_to_memory(argument.get());
  });
  if (!shows && output.where != Output::Where::kRedirection) return;
  Builder builder(&call);
  const auto argument_or_null = [&](int index) -> llvm::Value* {
    llvm::Type* pointer = builder.getPtrTy();
    if (index < 0 || index >= static_cast<int>(call.arg_size())) return llvm::Constant::getNullValue(pointer);
    llvm::Value* argument = call.getArgOperand(static_cast<unsigned>(index));
    return argument->getType()->isIntegerTy() ? builder.CreateIntToPtr(argument, pointer) : argument;
  };
  const bool is_object = output.where == Output::Where::kStreamObject || output.where == Output::Where::kRedirection;
  llvm::Value* back = builder.getInt32(1);
  if (is_object || call.use_empty()) {
    back =
        builder.CreateCall(helpers_.comes_back(), {builder.getInt32(static_cast<std::uint32_t>(output.where)),
                                                   argument_or_null(output.stream), argument_or_null(output.format)});
  }
  llvm::Value* is_back = builder.CreateICmpNE(back, builder.getInt32(0));
  const std::string reason = "argument of " + name.str();
  for (const llvm::Use& argument : call.args()) {
    if (!taints(argument.get()) || parts_of(argument->getType()).size() != 1) continue;
    llvm::Value* shadow = builder.CreateSelect(is_back, one(argument.get()), builder.getInt32(0));
    fix_part(call, shadow, argument.get(), reason.c_str());
  }
  if (output.where != Output::Where::kRedirection) fix_objects(call, reason, is_back);
}

// A memory operand is read and written by the assembly; what a pointer in a register points to may be.
void Shadows::visit_assembly(llvm::CallBase& call) {
  constexpr const char* kReason = "inline assembly";
  fix_operands(call, kReason);
  fix_objects(call, kReason, nullptr);
  for (const llvm::Use& argument : call.args()) {
    llvm::Type* type = call.getParamElementType(call.getArgOperandNo(&argument));
    if (type == nullptr || !is_reachable(argument.get())) continue;
    const std::uint64_t size = call.getDataLayout().getTypeStoreSize(type);
    decide_address(call, argument.get());
    if (call.isTerminator()) continue;
    Builder builder(behind(call));
    builder.CreateCall(helpers_.set(),
                       {argument.get(), builder.getInt32(0), builder.getInt32(0), builder.getInt64(size)});
  }
}

// What a function returns to code without shadows: a comparator of tsearch, for instance.
void Shadows::return_to_others(llvm::ReturnInst& result) {
  llvm::Value* value = result.getReturnValue();
  if (Taint::is_closed(function_) || context_.is_library || !is_symbolic_type(*value->getType())) return;
  if (width_of(*value->getType()) > kWordBits) return;
  Builder builder(&result);
  llvm::Value* to = builder.CreateIntrinsic(llvm::Intrinsic::returnaddress, {}, {builder.getInt32(0)});
  builder.CreateCall(helpers_.leaves(),
                     {to, one(value), word(builder, value),
                      context_.places.text("result of a function that a library calls"), context_.places.at(result)});
}

// Whether the program fails depends on its exit code, of which only the lowest byte counts.
void Shadows::decide_exit_code(llvm::ReturnInst& result) {
  llvm::Value* code = result.getReturnValue();
  constexpr unsigned kCodeBits = 8;
  if (!code->getType()->isIntegerTy() || width_of(*code->getType()) <= kCodeBits) return decide(result, code);
  Builder builder(&result);
  llvm::Value* low = builder.CreateTrunc(code, builder.getInt8Ty());
  llvm::Value* none = builder.getInt8(0);
  llvm::Value* shadow = binary(builder, symbolic::Kind::kEqual, kCodeBits,
                               unary(builder, symbolic::Kind::kExtract, kCodeBits, 0, one(code)), low, one(none), none);
  builder.CreateCall(helpers_.decide(),
                     {shadow, word(builder, builder.CreateICmpEQ(low, none)), context_.places.at(result)});
}

}  // namespace heddle::instrument
