#include "base/check.h"
#include "symbolic/z3_terms.h"

// Floating point. A number is a bit-vector, like everything else, and is accompanied by the term of Z3's theory that
// computed it, so that a sum of sums does not go through its bits.

namespace heddle::symbolic {
namespace {

constexpr unsigned kSingle = 32;
// How far to look through choices and signs for a computed number.
constexpr int kDepth = 8;

z3::sort sort_of(z3::context& context, unsigned width) {
  return {context, width == kSingle ? Z3_mk_fpa_sort_32(context) : Z3_mk_fpa_sort_64(context)};
}

z3::expr rounding(z3::context& context, FloatRounding how) {
  switch (how) {
    case FloatRounding::kNearestEven: return {context, Z3_mk_fpa_rne(context)};
    case FloatRounding::kNearestAway: return {context, Z3_mk_fpa_rna(context)};
    case FloatRounding::kDown: return {context, Z3_mk_fpa_rtn(context)};
    case FloatRounding::kUp: return {context, Z3_mk_fpa_rtp(context)};
    case FloatRounding::kTowardsZero: return {context, Z3_mk_fpa_rtz(context)};
  }
  CHECK_MSG(false, "rounding {}", static_cast<int>(how));
}

}  // namespace

// Wrap it at once: what nobody holds is gone with the next call.
z3::expr Z3Terms::wrap(Z3_ast ast) {
  context_.check_error();
  return {context_, ast};
}

z3::expr Z3Terms::as_float(ExprId e, int depth) {
  if (const auto known_float = floats_.find(e); known_float != floats_.end()) return known_float->second;
  const Node node = in_[e];
  const Word sign = sign_bit(node.width);
  if (depth < kDepth && node.kind == Kind::kSelect)
    return z3::ite(known(node.a), as_float(node.b, depth + 1), as_float(node.c, depth + 1));
  if (depth < kDepth && node.kind == Kind::kXor && in_.is_constant(node.b, sign))
    return wrap(Z3_mk_fpa_neg(context_, as_float(node.a, depth + 1)));
  return wrap(Z3_mk_fpa_to_fp_bv(context_, known(e), sort_of(context_, node.width)));
}

// There are many bit-vectors that are not a number; ours is the one from fold_float.h.
z3::expr Z3Terms::bits_of_float(const z3::expr& number, unsigned width) {
  const z3::expr none = context_.bv_val(static_cast<std::uint64_t>(not_a_number(width)), width);
  return z3::ite(wrap(Z3_mk_fpa_is_nan(context_, number)), none, wrap(Z3_mk_fpa_to_ieee_bv(context_, number)));
}

z3::expr Z3Terms::make_float_formula(const Node& node) {
  const z3::expr a = as_float(node.a);
  const z3::expr b = as_float(node.b);
  switch (node.kind) {
    case Kind::kFloatEqual: return wrap(Z3_mk_fpa_eq(context_, a, b));
    case Kind::kFloatLess: return wrap(Z3_mk_fpa_lt(context_, a, b));
    default: return wrap(Z3_mk_fpa_leq(context_, a, b));
  }
}

z3::expr Z3Terms::make_float(ExprId e) {
  const Node node = in_[e];
  if (node.kind == Kind::kFloatToSigned) return make_conversion_to_signed(node);
  const z3::expr result = make_number(node);
  floats_.emplace(e, result);
  return bits_of_float(result, node.width);
}

z3::expr Z3Terms::make_number(const Node& node) {
  const z3::expr nearest = rounding(context_, FloatRounding::kNearestEven);
  const z3::sort sort = sort_of(context_, node.width);
  const bool from_integer = node.kind == Kind::kSignedToFloat || node.kind == Kind::kUnsignedToFloat;
  const z3::expr a = from_integer ? as_bits(node.a) : as_float(node.a);
  const z3::expr b = node.b.valid() ? as_float(node.b) : a;
  switch (node.kind) {
    case Kind::kFloatAdd: return wrap(Z3_mk_fpa_add(context_, nearest, a, b));
    case Kind::kFloatSub: return wrap(Z3_mk_fpa_sub(context_, nearest, a, b));
    case Kind::kFloatMul: return wrap(Z3_mk_fpa_mul(context_, nearest, a, b));
    case Kind::kFloatDiv: return wrap(Z3_mk_fpa_div(context_, nearest, a, b));
    case Kind::kFloatSqrt: return wrap(Z3_mk_fpa_sqrt(context_, nearest, a));
    case Kind::kFloatRound: {
      const z3::expr how = rounding(context_, static_cast<FloatRounding>(node.low));
      return wrap(Z3_mk_fpa_round_to_integral(context_, how, a));
    }
    case Kind::kFloatConvert: return wrap(Z3_mk_fpa_to_fp_float(context_, nearest, a, sort));
    case Kind::kSignedToFloat: return wrap(Z3_mk_fpa_to_fp_signed(context_, nearest, a, sort));
    case Kind::kUnsignedToFloat: return wrap(Z3_mk_fpa_to_fp_unsigned(context_, nearest, a, sort));
    default: break;
  }
  CHECK_MSG(false, "kind {} has no floating-point result", static_cast<int>(node.kind));
}

// What does not fit yields the smallest number.
z3::expr Z3Terms::make_conversion_to_signed(const Node& node) {
  const z3::expr truncating = rounding(context_, FloatRounding::kTowardsZero);
  const z3::sort sort = sort_of(context_, in_.width(node.a));
  const z3::expr a = as_float(node.a);
  const z3::expr whole = wrap(Z3_mk_fpa_round_to_integral(context_, truncating, a));
  const z3::expr least = context_.bv_val(static_cast<std::uint64_t>(sign_bit(node.width)), node.width);
  // A power of two, which every type has.
  const z3::expr bound = wrap(Z3_mk_fpa_to_fp_unsigned(context_, truncating, least, sort)).simplify();
  const z3::expr fits = wrap(Z3_mk_fpa_leq(context_, wrap(Z3_mk_fpa_neg(context_, bound)), whole)) &&
                        wrap(Z3_mk_fpa_lt(context_, whole, bound));
  return z3::ite(fits, wrap(Z3_mk_fpa_to_sbv(context_, truncating, whole, node.width)), least);
}

}  // namespace heddle::symbolic
