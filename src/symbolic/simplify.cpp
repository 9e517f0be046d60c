#include "symbolic/simplify.h"

#include "base/check.h"

namespace heddle::symbolic {
namespace {

ExprId simplify_by_kind(Expressions& in, Kind kind, ExprId a, ExprId b) {
  switch (kind) {
    case Kind::kAdd: return simplify_add(in, a, b);
    case Kind::kSub: return simplify_sub(in, a, b);
    case Kind::kMul: return simplify_mul(in, a, b);
    case Kind::kUDiv:
    case Kind::kSDiv:
    case Kind::kURem:
    case Kind::kSRem: return simplify_division(in, kind, a, b);
    case Kind::kAnd: return simplify_and(in, a, b);
    case Kind::kOr: return simplify_or(in, a, b);
    case Kind::kXor: return simplify_xor(in, a, b);
    case Kind::kShl:
    case Kind::kLShr:
    case Kind::kAShr: return simplify_shift(in, kind, a, b);
    case Kind::kEqual: return simplify_equal(in, a, b);
    case Kind::kUnsignedLess:
    case Kind::kUnsignedLessEqual:
    case Kind::kSignedLess:
    case Kind::kSignedLessEqual: return simplify_less(in, kind, a, b);
    case Kind::kConcat: return simplify_concat(in, a, b);
    case Kind::kFloatAdd:
    case Kind::kFloatSub:
    case Kind::kFloatMul:
    case Kind::kFloatDiv:
    case Kind::kFloatEqual:
    case Kind::kFloatLess:
    case Kind::kFloatLessEqual: return ExprId::none();
    case Kind::kConstant:
    case Kind::kVariable:
    case Kind::kZeroExtend:
    case Kind::kSignExtend:
    case Kind::kExtract:
    case Kind::kSelect:
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: break;
  }
  CHECK_MSG(false, "kind {} has not two operands", static_cast<int>(kind));
}

}  // namespace

ExprId simplify_binary(Expressions& in, Kind kind, ExprId a, ExprId b) {
  if (kind != Kind::kConcat) {
    if (in.width(a) == 1) {
      if (const ExprId e = simplify_on_conditions(in, kind, a, b); e.valid()) return e;
    }
    if (const ExprId e = choose_result(in, kind, a, b); e.valid()) return e;
  }
  return simplify_by_kind(in, kind, a, b);
}

}  // namespace heddle::symbolic
