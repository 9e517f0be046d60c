#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <string>

#include "abi/symbolic.h"
#include "instrument/inputs.h"
#include "instrument/known_calls.h"
#include "instrument/shadows.h"

// Shadows of what goes into calls and comes out of them.

namespace heddle::instrument {

using symbolic::Kind;

namespace {

// Library functions to which the content of what they get pointers to does not matter, or is the runtime's own.
bool reads_no_memory(llvm::StringRef name) {
  for (const char* prefix : {"pthread_", "sem_", "mtx_", "cnd_", "thrd_", "_Zdl", "_Zda", "_Znw", "_Zna", "_ZNSaI",
                             "__cxa_", "_ZNSt6thread", "_ZNSt18condition_variable"}) {
    if (name.starts_with(prefix)) return true;
  }
  return name == "free" || name == "realloc" || name == "reallocarray";
}

// Functions of the runtime that programs call.
bool is_ours(const llvm::Function& function) {
  for (const char* prefix : {"heddle_", "klee_", "__VERIFIER_"}) {
    if (function.getName().starts_with(prefix)) return true;
  }
  return false;
}

// The intrinsics that the runtime has expressions for.
std::optional<std::uint32_t> special_of(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::bswap: return HEDDLE_BYTE_SWAP;
    case llvm::Intrinsic::bitreverse: return HEDDLE_BIT_REVERSE;
    case llvm::Intrinsic::ctpop: return HEDDLE_POPULATION;
    case llvm::Intrinsic::ctlz: return HEDDLE_LEADING_ZEROS;
    case llvm::Intrinsic::cttz: return HEDDLE_TRAILING_ZEROS;
    case llvm::Intrinsic::abs: return HEDDLE_ABSOLUTE;
    case llvm::Intrinsic::smin: return HEDDLE_SIGNED_MIN;
    case llvm::Intrinsic::smax: return HEDDLE_SIGNED_MAX;
    case llvm::Intrinsic::umin: return HEDDLE_UNSIGNED_MIN;
    case llvm::Intrinsic::umax: return HEDDLE_UNSIGNED_MAX;
    case llvm::Intrinsic::sadd_with_overflow: return HEDDLE_SIGNED_ADD_OVERFLOWS;
    case llvm::Intrinsic::uadd_with_overflow: return HEDDLE_UNSIGNED_ADD_OVERFLOWS;
    case llvm::Intrinsic::ssub_with_overflow: return HEDDLE_SIGNED_SUB_OVERFLOWS;
    case llvm::Intrinsic::usub_with_overflow: return HEDDLE_UNSIGNED_SUB_OVERFLOWS;
    case llvm::Intrinsic::smul_with_overflow: return HEDDLE_SIGNED_MUL_OVERFLOWS;
    case llvm::Intrinsic::umul_with_overflow: return HEDDLE_UNSIGNED_MUL_OVERFLOWS;
    default: return {};
  }
}

}  // namespace

void Shadows::visit_call(llvm::CallBase& call) {
  switch (call_kind(call)) {
    case CallKind::kNone:
      if (is_input(call)) {
        decide_address(call, call.getArgOperand(0));
        fix(call, call.getArgOperand(1), "size of an input");
      }
      break;
    case CallKind::kOutput: break;
    case CallKind::kAssembly: fix_operands(call, "inline assembly"); break;
    case CallKind::kIntrinsic: visit_intrinsic(llvm::cast<llvm::IntrinsicInst>(call)); break;
    case CallKind::kLibrary: {
      const std::string reason = "argument of " + called_function(call)->getName().str();
      for (const llvm::Use& argument : call.args()) fix(call, argument.get(), reason.c_str());
      if (!reads_no_memory(called_function(call)->getName())) fix_objects(call, reason);
      break;
    }
    case CallKind::kPassed: visit_passed(call); break;
  }
}

// May the argument lead to memory with symbolic bytes?
bool Shadows::leads_to_memory(llvm::Value* argument) const {
  if (!argument->getType()->isPointerTy() || !is_reachable(argument)) return false;
  const llvm::Value* base = llvm::getUnderlyingObject(argument);
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) return !variable->isConstant();
  return !llvm::isa<llvm::Constant>(base);
}

// How much a function can read by this argument; 0 if that is not known. References and the objects of methods are of
// known size; other pointers may lead to arrays, unless what they lead to is a variable.
llvm::Value* Shadows::size_behind(Builder& builder, const llvm::CallBase& call, const llvm::Use& argument) {
  const std::uint64_t referred = call.getParamDereferenceableBytes(call.getArgOperandNo(&argument));
  llvm::Value* base = argument.get()->stripPointerCasts();
  if (referred == 0) base = llvm::getUnderlyingObject(base);
  auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base);
  const auto known = variable == nullptr ? std::nullopt : variable->getAllocationSize(call.getDataLayout());
  if (!known) return builder.getInt64(referred);
  llvm::Value* end = builder.CreateConstGEP1_64(builder.getInt8Ty(), variable, known->getFixedValue());
  return builder.CreateSub(word(builder, end), word(builder, argument.get()));
}

void Shadows::fix_objects(llvm::CallBase& call, const std::string& reason) {
  // The versions of library functions know what they hand on.
  if (context_.is_library) return;
  Builder builder(&call);
  for (const llvm::Use& argument : call.args()) {
    if (!leads_to_memory(argument.get())) continue;
    builder.CreateCall(helpers_.fix_object(), {argument.get(), size_behind(builder, call, argument),
                                               context_.places.text(reason), context_.places.at(call)});
  }
}

// A function that is not known here may be one of a library.
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

void Shadows::visit_passed(llvm::CallBase& call) {
  llvm::Function* callee = called_function(call);
  decide(call, call.getCalledOperand());
  fix_passed(call);
  llvm::Value* tag = call.getCalledOperand();
  if (callee != nullptr) tag = context_.tag(*callee);
  const bool known = callee != nullptr && context_.taint.is_instrumented(*callee);
  const unsigned named = std::min({call.getFunctionType()->getNumParams(), static_cast<unsigned>(call.arg_size()),
                                   static_cast<unsigned>(HEDDLE_MAX_ARGUMENTS)});
  Builder builder(&call);
  llvm::SmallVector<llvm::Value*, 16> passed = {tag};
  bool any = false;
  llvm::Value* all = builder.getInt32(0);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    if (call.isByValArgument(i)) {
      const std::uint64_t size = call.getDataLayout().getTypeAllocSize(call.getParamByValType(i));
      fix_memory(call, argument, size, "structure that is passed by value");
    }
    if (i >= named) {
      fix(call, argument, "argument without a parameter");
      continue;
    }
    const bool fits = is_symbolic_type(*argument->getType());
    any = any || (fits && taints(argument));
    llvm::Value* shadow = fits ? one(argument) : builder.getInt32(0);
    passed.append({shadow, fits ? word(builder, argument) : builder.getInt64(0)});
    all = builder.CreateOr(all, shadow);
  }
  if (any) builder.CreateCall(helpers_.pass(named), passed);
  const bool returns = taints(&call);
  if (!returns && (known || !any)) return;
  if (call.doesNotReturn()) return;
  Builder after(behind(call));
  if (any && !known) after.CreateCall(helpers_.untaken(), {tag, all, after.getInt32(named), context_.places.at(call)});
  if (!returns) return;
  Parts results;
  const std::size_t count = parts_of(call.getType()).size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool fits = i < HEDDLE_MAX_RESULTS && is_symbolic_type(*parts_of(call.getType())[i]);
    results.push_back(fits ? static_cast<llvm::Value*>(after.CreateCall(
                                 helpers_.result(), {tag, after.getInt32(static_cast<std::uint32_t>(i))}))
                           : after.getInt32(0));
  }
  set(call, results);
}

void Shadows::visit_memory_intrinsic(llvm::MemIntrinsic& call) {
  decide_address(call, call.getRawDest());
  fix(call, call.getLength(), "size of a copy");
  Builder builder(behind(call));
  llvm::Value* size = builder.CreateZExtOrTrunc(call.getLength(), builder.getInt64Ty());
  if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    decide_address(call, transfer->getRawSource());
    if (is_reachable(transfer->getRawSource()) || is_reachable(call.getRawDest()))
      builder.CreateCall(helpers_.copy(), {call.getRawDest(), transfer->getRawSource(), size});
  } else if (is_reachable(call.getRawDest())) {
    llvm::Value* byte = llvm::cast<llvm::MemSetInst>(call).getValue();
    builder.CreateCall(helpers_.set(),
                       {call.getRawDest(), one(byte), builder.CreateZExt(byte, builder.getInt32Ty()), size});
  }
}

void Shadows::visit_intrinsic(llvm::IntrinsicInst& call) {
  if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) return visit_memory_intrinsic(*memory);
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::ptr_annotation:
      if (taints(&call)) set(call, {one(call.getArgOperand(0))});
      return;
    default: break;
  }
  const std::optional<std::uint32_t> special = special_of(call.getIntrinsicID());
  const bool fits = call.arg_size() > 0 && is_symbolic_type(*call.getArgOperand(0)->getType()) &&
                    width_of(*call.getArgOperand(0)->getType()) <= 64;
  if (!taints(&call) || !special || !fits) return fix_operands(call, "an operation without expressions");
  // The second argument of some is a flag for the compiler.
  llvm::Value* a = call.getArgOperand(0);
  const bool two = call.arg_size() > 1 && call.getArgOperand(1)->getType() == a->getType();
  Builder builder(behind(call));
  llvm::Value* b = two ? call.getArgOperand(1) : a;
  llvm::Value* shadow = builder.CreateCall(
      helpers_.special(), {builder.getInt32(HEDDLE_HOW(*special, Shadows::width_of(*a->getType()), 0)), one(a),
                           word(builder, a), one(b), word(builder, b)});
  if (auto* overflow = llvm::dyn_cast<llvm::WithOverflowInst>(&call)) {
    const Kind kind = overflow->getBinaryOp() == llvm::Instruction::Add   ? Kind::kAdd
                      : overflow->getBinaryOp() == llvm::Instruction::Sub ? Kind::kSub
                                                                          : Kind::kMul;
    return set(call, {binary(builder, kind, Shadows::width_of(*a->getType()), a, b), shadow});
  }
  set(call, {shadow});
}

}  // namespace heddle::instrument
