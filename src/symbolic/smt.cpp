#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "symbolic/smt_float.h"
#include "symbolic/text.h"

namespace heddle::symbolic {
namespace {

// A part longer than this is defined separately even if it is used only once, so that the script stays linear in the
// number of nodes.
constexpr std::size_t kMaxInline = 400;

std::string bits(Word value, unsigned width) {
  std::string text = "#b";
  for (unsigned i = width; i-- > 0;) text += ((value >> i) & 1) != 0 ? '1' : '0';
  return text;
}

const char* name_of_operation(Kind kind) {
  switch (kind) {
    case Kind::kAdd: return "bvadd";
    case Kind::kSub: return "bvsub";
    case Kind::kMul: return "bvmul";
    case Kind::kUDiv: return "bvudiv";
    case Kind::kSDiv: return "bvsdiv";
    case Kind::kURem: return "bvurem";
    case Kind::kSRem: return "bvsrem";
    case Kind::kAnd: return "bvand";
    case Kind::kOr: return "bvor";
    case Kind::kXor: return "bvxor";
    case Kind::kShl: return "bvshl";
    case Kind::kLShr: return "bvlshr";
    case Kind::kAShr: return "bvashr";
    case Kind::kEqual: return "=";
    case Kind::kUnsignedLess: return "bvult";
    case Kind::kUnsignedLessEqual: return "bvule";
    case Kind::kSignedLess: return "bvslt";
    case Kind::kSignedLessEqual: return "bvsle";
    case Kind::kConcat: return "concat";
    case Kind::kSelect: return "ite";
    case Kind::kConstant:
    case Kind::kVariable:
    case Kind::kZeroExtend:
    case Kind::kSignExtend:
    case Kind::kExtract:
    case Kind::kFloatAdd:
    case Kind::kFloatSub:
    case Kind::kFloatMul:
    case Kind::kFloatDiv:
    case Kind::kFloatEqual:
    case Kind::kFloatLess:
    case Kind::kFloatLessEqual:
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: break;
  }
  CHECK_MSG(false, "kind {} is no operation with a plain name", static_cast<int>(kind));
}

// Writes the nodes in the order of their ids: operands come before what uses them.
class Script {
 public:
  explicit Script(const Expressions& in) : in_(in) {}

  std::string write(std::span<const ExprId> constraints) {
    const std::vector<ExprId> parts = reachable(constraints);
    const bool floats = std::ranges::any_of(parts, [&](ExprId e) { return is_float_operation(in_[e].kind); });
    text_ = floats ? "(set-logic QF_BVFP)\n" : "(set-logic QF_BV)\n";
    for (const ExprId e : parts) add(e);
    for (const ExprId e : constraints) text_ += fmt::format("(assert {})\n", terms_.at(e));
    return text_ + "(check-sat)\n";
  }

 private:
  // All parts, in ascending order; counts how often each is used.
  std::vector<ExprId> reachable(std::span<const ExprId> constraints) {
    std::vector<ExprId> found;
    std::vector<ExprId> stack(constraints.begin(), constraints.end());
    while (!stack.empty()) {
      const ExprId e = stack.back();
      stack.pop_back();
      if (++uses_[e] > 1) continue;
      found.push_back(e);
      for (const ExprId operand : {in_[e].a, in_[e].b, in_[e].c}) {
        if (operand.valid()) stack.push_back(operand);
      }
    }
    std::ranges::sort(found);
    return found;
  }

  void add(ExprId e) {
    const Node& n = in_[e];
    const std::string sort = n.width == 1 ? "Bool" : fmt::format("(_ BitVec {})", n.width);
    if (n.kind == Kind::kVariable) {
      const auto v = static_cast<std::uint64_t>(n.value);
      text_ += fmt::format("(declare-const v{} {})  ; {}\n", v, sort, comment(VariableId(v)));
      terms_[e] = fmt::format("v{}", v);
      return;
    }
    std::string term = term_of(n);
    const bool leaf = n.kind == Kind::kConstant;
    if (!leaf && (uses_[e] > 1 || term.size() > kMaxInline)) {
      text_ += fmt::format("(define-fun e{} () {} {})\n", e.value, sort, term);
      term = fmt::format("e{}", e.value);
    }
    terms_[e] = std::move(term);
  }

  // A name can be anything that the program gives: it must not end the comment.
  std::string comment(VariableId v) const {
    std::string name = name_of(in_, v);
    std::ranges::replace_if(name, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return name;
  }

  std::string term_of(const Node& n) const {
    if (n.kind == Kind::kConstant) return n.width == 1 ? (n.value != 0 ? "true" : "false") : bits(n.value, n.width);
    if (n.kind == Kind::kSelect) return fmt::format("(ite {} {} {})", terms_.at(n.a), terms_.at(n.b), terms_.at(n.c));
    if (is_float_operation(n.kind))
      return float_term(n, in_.width(n.a), as_bits(n.a), n.b.valid() ? as_bits(n.b) : std::string());
    if (n.width != 1) return operation(n);
    switch (n.kind) {
      case Kind::kEqual: return fmt::format("(= {} {})", terms_.at(n.a), terms_.at(n.b));
      case Kind::kAnd: return fmt::format("(and {} {})", terms_.at(n.a), terms_.at(n.b));
      case Kind::kOr: return fmt::format("(or {} {})", terms_.at(n.a), terms_.at(n.b));
      case Kind::kXor:
        if (in_.is_constant(n.b, 1)) return fmt::format("(not {})", terms_.at(n.a));
        return fmt::format("(xor {} {})", terms_.at(n.a), terms_.at(n.b));
      case Kind::kUnsignedLess:
      case Kind::kUnsignedLessEqual:
      case Kind::kSignedLess:
      case Kind::kSignedLessEqual: return operation(n);
      default: return fmt::format("(= {} #b1)", operation(n));
    }
  }

  std::string as_bits(ExprId e) const {
    return in_.width(e) == 1 ? fmt::format("(ite {} #b1 #b0)", terms_.at(e)) : terms_.at(e);
  }

  std::string operation(const Node& n) const {
    const std::string a = as_bits(n.a);
    switch (n.kind) {
      case Kind::kZeroExtend: return fmt::format("((_ zero_extend {}) {})", n.width - in_.width(n.a), a);
      case Kind::kSignExtend: return fmt::format("((_ sign_extend {}) {})", n.width - in_.width(n.a), a);
      case Kind::kExtract: return fmt::format("((_ extract {} {}) {})", n.low + n.width - 1, n.low, a);
      default: return fmt::format("({} {} {})", name_of_operation(n.kind), a, as_bits(n.b));
    }
  }

  const Expressions& in_;
  std::string text_;
  std::unordered_map<ExprId, int> uses_;
  std::unordered_map<ExprId, std::string> terms_;
};

}  // namespace

std::string to_smt(const Expressions& in, std::span<const ExprId> constraints) { return Script(in).write(constraints); }

}  // namespace heddle::symbolic
