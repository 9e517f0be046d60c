#include "symbolic/smt_float.h"

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::symbolic {
namespace {

std::string sort_of(unsigned width) { return width == 32 ? "8 24" : "11 53"; }

std::string number(unsigned width, const std::string& bits) {
  return fmt::format("((_ to_fp {}) {})", sort_of(width), bits);
}

const char* name_of(FloatRounding rounding) {
  switch (rounding) {
    case FloatRounding::kNearestEven: return "RNE";
    case FloatRounding::kNearestAway: return "RNA";
    case FloatRounding::kDown: return "RTN";
    case FloatRounding::kUp: return "RTP";
    case FloatRounding::kTowardsZero: return "RTZ";
  }
  CHECK_MSG(false, "rounding {}", static_cast<int>(rounding));
}

std::string to_signed(const Node& n, unsigned width, const std::string& a) {
  const std::string least = "#b1" + std::string(n.width - 1, '0');
  const std::string bound = fmt::format("((_ to_fp_unsigned {}) RTZ {})", sort_of(width), least);
  return fmt::format(
      "(let ((r (fp.roundToIntegral RTZ {}))) (ite (and (fp.leq (fp.neg {}) r) (fp.lt r {})) ((_ fp.to_sbv {}) RTZ r) "
      "{}))",
      number(width, a), bound, bound, n.width, least);
}

// The number that the operation yields.
std::string result(const Node& n, unsigned width, const std::string& a, const std::string& b) {
  const auto two = [&](const char* name) {
    return fmt::format("({} RNE {} {})", name, number(width, a), number(width, b));
  };
  switch (n.kind) {
    case Kind::kFloatAdd: return two("fp.add");
    case Kind::kFloatSub: return two("fp.sub");
    case Kind::kFloatMul: return two("fp.mul");
    case Kind::kFloatDiv: return two("fp.div");
    case Kind::kFloatSqrt: return fmt::format("(fp.sqrt RNE {})", number(width, a));
    case Kind::kFloatRound:
      return fmt::format("(fp.roundToIntegral {} {})", name_of(static_cast<FloatRounding>(n.low)), number(width, a));
    case Kind::kFloatConvert: return fmt::format("((_ to_fp {}) RNE {})", sort_of(n.width), number(width, a));
    case Kind::kSignedToFloat: return fmt::format("((_ to_fp {}) RNE {})", sort_of(n.width), a);
    case Kind::kUnsignedToFloat: return fmt::format("((_ to_fp_unsigned {}) RNE {})", sort_of(n.width), a);
    default: break;
  }
  CHECK_MSG(false, "kind {} has no floating-point result", static_cast<int>(n.kind));
}

}  // namespace

std::string float_term(const Node& n, unsigned width, const std::string& a, const std::string& b) {
  const auto compared = [&](const char* name) {
    return fmt::format("({} {} {})", name, number(width, a), number(width, b));
  };
  switch (n.kind) {
    case Kind::kFloatEqual: return compared("fp.eq");
    case Kind::kFloatLess: return compared("fp.lt");
    case Kind::kFloatLessEqual: return compared("fp.leq");
    case Kind::kFloatToSigned: return to_signed(n, width, a);
    default: break;
  }
  const std::string digits = n.width == 32 ? "#xffc00000" : "#xfff8000000000000";
  return fmt::format("(let ((r {})) (ite (fp.isNaN r) {} (fp.to_ieee_bv r)))", result(n, width, a, b), digits);
}

}  // namespace heddle::symbolic
