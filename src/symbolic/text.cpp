#include "symbolic/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"

namespace heddle::symbolic {
namespace {

constexpr int kMaxDepth = 60;

// How tightly the operators of C bind.
enum Precedence : int {
  kChoice = 3,
  kEither,
  kBoth,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelation,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kPostfix,
  kAtom,
};

struct Text {
  std::string text;
  int precedence = kAtom;

  std::string in(int context) const { return precedence < context ? "(" + text + ")" : text; }
};

std::string number(Word value, bool hex) {
  const auto low = static_cast<std::uint64_t>(value);
  const auto high = static_cast<std::uint64_t>(value >> 64);
  if (high != 0) return fmt::format("0x{:x}{:016x}", high, low);
  return hex && low > 9 ? fmt::format("0x{:x}", low) : fmt::format("{}", low);
}

std::string signed_number(Word value, unsigned width) {
  if (!is_negative(value, width)) return number(value, false);
  return "-" + number((Word{0} - value) & all_ones(width), false);
}

std::string fraction(Word value, unsigned width) {
  if (width == 32) return fmt::format("{:#}f", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
  return fmt::format("{:#}", std::bit_cast<double>(static_cast<std::uint64_t>(value)));
}

class Printer {
 public:
  explicit Printer(const Expressions& in) : in_(in) {}

  Text print(ExprId e) {
    if (depth_ == kMaxDepth || nodes_ == kMaxTextNodes) return {"…"};
    ++nodes_;
    ++depth_;
    Text text = print_node(e);
    --depth_;
    return text;
  }

 private:
  Text print_node(ExprId e);
  Text print_constant(const Node& n) const;
  Text print_sum(const Node& n);
  Text print_xor(const Node& n);
  Text print_comparison(const Node& n, bool is_signed, bool strict);
  Text print_extension(const Node& n);
  Text print_extract(const Node& n);
  Text print_concat(const Node& n);
  Text print_float(const Node& n);
  Text print_float_function(const Node& n);

  // Operands of a binary operator, which associates to the left.
  Text infix(const Node& n, const char* sign, int precedence, bool hex = false) {
    const std::string left = operand(n.a, false, hex).in(precedence);
    return {fmt::format("{} {} {}", left, sign, operand(n.b, false, hex).in(precedence + 1)), precedence};
  }
  Text infix_signed(const Node& n, const char* sign, int precedence) {
    const std::string left = operand(n.a, true, false).in(precedence);
    return {fmt::format("{} {} {}", left, sign, operand(n.b, true, false).in(precedence + 1)), precedence};
  }
  // An operand that is read as a signed number says so.
  Text operand(ExprId e, bool is_signed, bool hex) {
    if (in_.is_constant(e)) {
      const Node& n = in_[e];
      return {is_signed ? signed_number(n.value, n.width) : number(n.value, hex)};
    }
    if (!is_signed || in_[e].kind == Kind::kSignExtend) return print(e);
    return {"(signed) " + print(e).in(kUnary), kUnary};
  }

  Text float_operand(ExprId e) { return in_.is_constant(e) ? Text{fraction(in_[e].value, in_.width(e))} : print(e); }
  Text infix_float(const Node& n, const char* sign, int precedence) {
    const std::string left = float_operand(n.a).in(precedence);
    return {fmt::format("{} {} {}", left, sign, float_operand(n.b).in(precedence + 1)), precedence};
  }

  const Expressions& in_;
  int depth_ = 0;
  int nodes_ = 0;
};

Text Printer::print_node(ExprId e) {
  const Node& n = in_[e];
  const bool condition = n.width == 1;
  switch (n.kind) {
    case Kind::kConstant: return print_constant(n);
    case Kind::kVariable: return {name_of(in_, VariableId(static_cast<std::size_t>(n.value)))};
    case Kind::kAdd: return print_sum(n);
    case Kind::kSub:
      if (in_.is_constant(n.a, 0)) return {"-" + print(n.b).in(kUnary), kUnary};
      return infix(n, "-", kSum);
    case Kind::kMul: return infix(n, "*", kProduct);
    case Kind::kUDiv: return infix(n, "/", kProduct);
    case Kind::kSDiv: return infix_signed(n, "/", kProduct);
    case Kind::kURem: return infix(n, "%", kProduct);
    case Kind::kSRem: return infix_signed(n, "%", kProduct);
    case Kind::kAnd: return condition ? infix(n, "&&", kBoth) : infix(n, "&", kBitAnd, true);
    case Kind::kOr: return condition ? infix(n, "||", kEither) : infix(n, "|", kBitOr, true);
    case Kind::kXor: return print_xor(n);
    case Kind::kShl: return infix(n, "<<", kShift);
    case Kind::kLShr: return infix(n, ">>", kShift);
    case Kind::kAShr: {
      const std::string left = operand(n.a, true, false).in(kShift);
      return {fmt::format("{} >> {}", left, print(n.b).in(kSum)), kShift};
    }
    case Kind::kEqual: return infix(n, "==", kEquality);
    case Kind::kUnsignedLess: return print_comparison(n, false, true);
    case Kind::kUnsignedLessEqual: return print_comparison(n, false, false);
    case Kind::kSignedLess: return print_comparison(n, true, true);
    case Kind::kSignedLessEqual: return print_comparison(n, true, false);
    case Kind::kZeroExtend:
    case Kind::kSignExtend: return print_extension(n);
    case Kind::kExtract: return print_extract(n);
    case Kind::kConcat: return print_concat(n);
    case Kind::kSelect: {
      const std::string head = fmt::format("{} ? {}", print(n.a).in(kEither), print(n.b).in(kEither));
      return {fmt::format("{} : {}", head, print(n.c).in(kChoice)), kChoice};
    }
    case Kind::kFloatAdd:
    case Kind::kFloatSub:
    case Kind::kFloatMul:
    case Kind::kFloatDiv:
    case Kind::kFloatEqual:
    case Kind::kFloatLess:
    case Kind::kFloatLessEqual: return print_float(n);
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: return print_float_function(n);
  }
  CHECK_MSG(false, "kind {}", static_cast<int>(n.kind));
}

Text Printer::print_constant(const Node& n) const {
  if (n.width == 1) return {n.value != 0 ? "true" : "false"};
  return {number(n.value, n.value >= 0x10000)};
}

Text Printer::print_sum(const Node& n) {
  if (!in_.is_constant(n.b) || !is_negative(in_[n.b].value, n.width)) return infix(n, "+", kSum);
  const Word subtracted = (Word{0} - in_[n.b].value) & all_ones(n.width);
  return {fmt::format("{} - {}", print(n.a).in(kSum), number(subtracted, false)), kSum};
}

Text Printer::print_xor(const Node& n) {
  const bool complement = in_.is_constant(n.b, all_ones(n.width));
  if (n.width != 1) {
    if (complement) return {"~" + print(n.a).in(kUnary), kUnary};
    return infix(n, "^", kBitXor, true);
  }
  if (!complement) return infix(n, "!=", kEquality);
  const Node& inner = in_[n.a];
  if (inner.kind == Kind::kEqual) return infix(inner, "!=", kEquality);
  return {"!" + print(n.a).in(kUnary), kUnary};
}

// A constant stands on the right.
Text Printer::print_comparison(const Node& n, bool is_signed, bool strict) {
  const bool turned = in_.is_constant(n.a);
  const std::string left = operand(turned ? n.b : n.a, is_signed, false).in(kRelation);
  const std::string right = operand(turned ? n.a : n.b, is_signed, false).in(kRelation + 1);
  return {fmt::format("{} {}{} {}", left, turned ? ">" : "<", strict ? "" : "=", right), kRelation};
}

// Shifts and masks, which are stored as extensions of extracts, are printed as such.
Text Printer::print_extension(const Node& n) {
  const Node& inner = in_[n.a];
  const bool is_signed = n.kind == Kind::kSignExtend;
  if (inner.kind == Kind::kExtract && in_.width(inner.a) == n.width) {
    const bool to_the_top = unsigned{inner.low} + inner.width == n.width;
    if (to_the_top) {
      return {fmt::format("{} >> {}", operand(inner.a, is_signed, false).in(kShift), inner.low), kShift};
    }
    const std::string mask = number(all_ones(inner.width), true);
    if (!is_signed && inner.low == 0) return {print(inner.a).in(kBitAnd) + " & " + mask, kBitAnd};
    if (!is_signed) return {fmt::format("({} >> {}) & {}", print(inner.a).in(kShift), inner.low, mask), kBitAnd};
  }
  return {fmt::format("({}{}) {}", is_signed ? "int" : "uint", n.width, print(n.a).in(kUnary)), kUnary};
}

Text Printer::print_extract(const Node& n) {
  if (n.low == 0 && n.width >= 8 && is_power_of_two(n.width)) {
    return {fmt::format("(uint{}) {}", n.width, print(n.a).in(kUnary)), kUnary};
  }
  const std::string whole = print(n.a).in(kPostfix);
  if (n.width == 1) return {fmt::format("{}[{}]", whole, n.low), kPostfix};
  return {fmt::format("{}[{}:{}]", whole, n.low + n.width - 1, n.low), kPostfix};
}

Text Printer::print_concat(const Node& n) {
  const Node& upper = in_[n.a];
  const bool is_shift = in_.is_constant(n.b, 0) && upper.kind == Kind::kExtract && upper.low == 0;
  if (is_shift && in_.width(upper.a) == n.width) {
    return {fmt::format("{} << {}", print(upper.a).in(kShift), in_.width(n.b)), kShift};
  }
  std::string parts = print(n.a).text;
  ExprId rest = n.b;
  for (; in_[rest].kind == Kind::kConcat; rest = in_[rest].b) parts += ", " + print(in_[rest].a).text;
  return {fmt::format("concat({}, {})", parts, print(rest).text), kPostfix};
}

Text Printer::print_float(const Node& n) {
  const bool turned = in_.is_constant(n.a);
  const Node other{.kind = n.kind, .width = n.width, .a = n.b, .b = n.a};
  switch (n.kind) {
    case Kind::kFloatAdd: return infix_float(turned ? other : n, "+", kSum);
    case Kind::kFloatSub: return infix_float(n, "-", kSum);
    case Kind::kFloatMul: return infix_float(turned ? other : n, "*", kProduct);
    case Kind::kFloatDiv: return infix_float(n, "/", kProduct);
    case Kind::kFloatEqual: return infix_float(turned ? other : n, "==", kEquality);
    case Kind::kFloatLess: return turned ? infix_float(other, ">", kRelation) : infix_float(n, "<", kRelation);
    default: return turned ? infix_float(other, ">=", kRelation) : infix_float(n, "<=", kRelation);
  }
}

Text Printer::print_float_function(const Node& n) {
  static constexpr std::array kRoundings = {"rint", "round", "floor", "ceil", "trunc"};
  const char* const type = n.width == 32 ? "float" : "double";
  switch (n.kind) {
    case Kind::kFloatSqrt: return {fmt::format("sqrt({})", print(n.a).text), kPostfix};
    case Kind::kFloatRound: return {fmt::format("{}({})", kRoundings.at(n.low), print(n.a).text), kPostfix};
    case Kind::kFloatToSigned: return {fmt::format("(int{}) {}", n.width, print(n.a).in(kUnary)), kUnary};
    case Kind::kSignedToFloat: return {fmt::format("({}) {}", type, operand(n.a, true, false).in(kUnary)), kUnary};
    default: return {fmt::format("({}) {}", type, print(n.a).in(kUnary)), kUnary};
  }
}

}  // namespace

std::string to_text(const Expressions& in, ExprId e) { return Printer(in).print(e).text; }

std::string name_of(const Expressions& in, VariableId v) {
  const Variable& variable = in.variables()[v.index()];
  if (variable.name.empty()) return fmt::format("input{}.{}", variable.thread, variable.nth);
  const bool ambiguous = std::ranges::count(in.variables(), variable.name, &Variable::name) > 1;
  if (!ambiguous) return variable.name;
  return fmt::format("{}{}.{}", variable.name, variable.thread, variable.nth);
}

}  // namespace heddle::symbolic
