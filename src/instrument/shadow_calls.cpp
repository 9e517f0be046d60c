#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "abi/symbolic.h"
#include "instrument/inputs.h"
#include "instrument/known_calls.h"
#include "instrument/leaving.h"
#include "instrument/shadows.h"

// Shadows of what goes into calls and what comes out of them.

namespace heddle::instrument {

using symbolic::Kind;

namespace {

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
    case llvm::Intrinsic::sadd_sat: return HEDDLE_SIGNED_ADD_SATURATED;
    case llvm::Intrinsic::uadd_sat: return HEDDLE_UNSIGNED_ADD_SATURATED;
    case llvm::Intrinsic::ssub_sat: return HEDDLE_SIGNED_SUB_SATURATED;
    case llvm::Intrinsic::usub_sat: return HEDDLE_UNSIGNED_SUB_SATURATED;
    default: return {};
  }
}

// Does the version of a library function ask whether what it gets depends on inputs?
bool looks_for_inputs(const llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  return callee != nullptr &&
         (callee->getName() == "__heddle_sym_in_memory" || callee->getName() == "__heddle_sym_in_string");
}

// A result that nobody takes is not to become that of this function: a function that ends with the call would be left
// by a jump, and what is called would return to a library, say, that has called this one.
void keep_on_stack(llvm::CallBase& call) {
  auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
  if (plain == nullptr || plain->isMustTailCall() || plain->getType()->isVoidTy()) return;
  if (plain->use_empty() || plain->getFunction()->getReturnType()->isVoidTy())
    plain->setTailCallKind(llvm::CallInst::TCK_NoTail);
}

}  // namespace

void Shadows::visit_call(llvm::CallBase& call) {
  const llvm::Function* callee = called_function(call);
  if (callee != nullptr && callee->isDeclaration() && looks_at_flags(callee->getName()))
    Builder(&call).CreateCall(helpers_.flags(), {context_.places.at(call)});
  switch (call_kind(call)) {
    case CallKind::kNone:
      if (is_input(call)) {
        decide_address(call, call.getArgOperand(0));
        fix(call, call.getArgOperand(1), "size of an input");
      } else if (looks_for_inputs(call)) {
        // What comes next depends on what lies there: that is the same in all runs with this history.
        decide_address(call, call.getArgOperand(0));
        decide(call, call.getArgOperand(1));
      }
      break;
    case CallKind::kOutput: visit_output(call); break;
    case CallKind::kAssembly: visit_assembly(call); break;
    case CallKind::kIntrinsic: visit_intrinsic(llvm::cast<llvm::IntrinsicInst>(call)); break;
    case CallKind::kLibrary: visit_library(call); break;
    case CallKind::kPassed: visit_passed(call); break;
  }
}

void Shadows::visit_passed(llvm::CallBase& call) {
  keep_on_stack(call);
  llvm::Function* callee = called_function(call);
  decide(call, call.getCalledOperand());
  if (callee != nullptr && callee->getName() == "pthread_create" && !context_.locals) {
    // The runtime takes only the shadow of the last argument, the one of the thread.
    for (unsigned i = 0; i + 1 < call.arg_size(); ++i) decide_address(call, call.getArgOperand(i));
  }
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
  if (call.doesNotReturn() && !known) fix_leaving(call, named);
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
  decide(call, call.getLength());
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

// fshl(a, b, n) is the upper half of a:b << n, fshr the lower half of a:b >> n; n is taken modulo the width. In
// expressions, shifting by the whole width gives 0.
void Shadows::visit_funnel_shift(llvm::IntrinsicInst& call) {
  const bool is_left = call.getIntrinsicID() == llvm::Intrinsic::fshl;
  llvm::Value* a = call.getArgOperand(0);
  llvm::Value* b = call.getArgOperand(1);
  llvm::Value* n = call.getArgOperand(2);
  const unsigned width = width_of(*call.getType());
  Builder builder(behind(call));
  llvm::Value* bits = llvm::ConstantInt::get(n->getType(), width);
  llvm::Value* amount = builder.CreateURem(n, bits);
  llvm::Value* amount_shadow = binary(builder, Kind::kURem, width, one(n), n, one(bits), bits);
  llvm::Value* rest = builder.CreateSub(bits, amount);
  llvm::Value* rest_shadow = binary(builder, Kind::kSub, width, one(bits), bits, amount_shadow, amount);
  const auto shifted = [&](Kind kind, llvm::Value* value, bool by_rest) -> std::pair<llvm::Value*, llvm::Value*> {
    llvm::Value* by = by_rest ? rest : amount;
    llvm::Value* shadow = binary(builder, kind, width, one(value), value, by_rest ? rest_shadow : amount_shadow, by);
    llvm::Value* fits = builder.CreateICmpULT(by, bits);
    llvm::Value* safe = builder.CreateSelect(fits, by, llvm::Constant::getNullValue(by->getType()));
    llvm::Value* result = kind == Kind::kShl ? builder.CreateShl(value, safe) : builder.CreateLShr(value, safe);
    return {shadow, builder.CreateSelect(fits, result, llvm::Constant::getNullValue(by->getType()))};
  };
  const auto [upper_shadow, upper] = shifted(Kind::kShl, a, !is_left);
  const auto [lower_shadow, lower] = shifted(Kind::kLShr, b, is_left);
  set(call, {binary(builder, Kind::kOr, width, upper_shadow, upper, lower_shadow, lower)});
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
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      if (taints(&call) && is_symbolic_type(*call.getType()) && width_of(*call.getType()) <= kWordBits)
        return visit_funnel_shift(call);
      break;
    default: break;
  }
  if (taints(&call) && visit_float_intrinsic(call)) return;
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
