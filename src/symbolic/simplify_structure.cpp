#include "symbolic/fold.h"
#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

bool is_choice_of_constants(const Expressions& in, ExprId e) {
  const Node& n = in[e];
  return n.kind == Kind::kSelect && in.is_constant(n.b) && in.is_constant(n.c);
}

// How many levels of sums and products an extract of the lowest bits moves through.
constexpr int kTruncatedLevels = 4;

// Does the extract of the lowest `width` bits already exist, or is it simpler than the expression?
bool truncates_freely(const Expressions& in, ExprId e, unsigned width, int levels) {
  const Node& n = in[e];
  switch (n.kind) {
    case Kind::kConstant:
    case Kind::kConcat: return true;
    case Kind::kZeroExtend:
    case Kind::kSignExtend: return in.width(n.a) <= width || truncates_freely(in, n.a, width, levels);
    case Kind::kAdd:
    case Kind::kSub:
    case Kind::kMul:
      return levels > 0 && truncates_freely(in, n.a, width, levels - 1) && truncates_freely(in, n.b, width, levels - 1);
    default: return false;
  }
}

// The bits from `low` up of a value that is extended from `from` bits.
ExprId extract_of_extension(Expressions& in, const Node& n, unsigned low, unsigned width) {
  const unsigned from = in.width(n.a);
  const bool is_signed = n.kind == Kind::kSignExtend;
  if (low + width <= from) return in.extract(n.a, low, width);
  if (low < from) {
    const ExprId lower = in.extract(n.a, low, from - low);
    return is_signed ? in.sign_extend(lower, width) : in.zero_extend(lower, width);
  }
  return is_signed ? in.sign_extend(in.extract(n.a, from - 1, 1), width) : in.constant(0, width);
}

ExprId extract_of_concat(Expressions& in, const Node& n, unsigned low, unsigned width) {
  const unsigned split = in.width(n.b);
  if (low >= split) return in.extract(n.a, low - split, width);
  if (low + width <= split) return in.extract(n.b, low, width);
  const ExprId upper = in.extract(n.a, 0, low + width - split);
  return in.concat(upper, in.extract(n.b, low, split - low));
}

// Only where the operation disappears: what has been split into bytes must come together again.
ExprId extract_of_bitwise(Expressions& in, const Node& n, unsigned low, unsigned width) {
  if (!in.is_constant(n.b)) return ExprId::none();
  const Word bits = fold_extract(in[n.b].value, low, width);
  if (bits == 0) return n.kind == Kind::kAnd ? in.constant(0, width) : in.extract(n.a, low, width);
  if (bits != all_ones(width) || n.kind == Kind::kXor) return ExprId::none();
  return n.kind == Kind::kOr ? in.constant(bits, width) : in.extract(n.a, low, width);
}

// The lowest bits of a sum, difference or product depend only on the lowest bits of the operands.
ExprId extract_of_arithmetic(Expressions& in, ExprId e, unsigned low, unsigned width) {
  if (low != 0 || !truncates_freely(in, e, width, kTruncatedLevels)) return ExprId::none();
  const Node n = in[e];
  const ExprId a = in.extract(n.a, 0, width);
  return in.binary(n.kind, a, in.extract(n.b, 0, width));
}

// Two adjacent parts of one expression, or none. Parts of it may have been simplified to something else, so the lower
// one is compared with what the part would be.
ExprId merge_parts(Expressions& in, ExprId upper, ExprId lower) {
  const Node u = in[upper];
  const unsigned lower_width = in.width(lower);
  if (u.kind == Kind::kExtract && u.low >= lower_width) {
    const unsigned low = u.low - lower_width;
    if (in.extract(u.a, low, lower_width) == lower) return in.extract(u.a, low, u.width + lower_width);
  }
  const Node l = in[lower];
  if (l.kind == Kind::kExtract && unsigned{l.low} + l.width + u.width <= in.width(l.a)) {
    const unsigned low = unsigned{l.low} + l.width;
    if (in.extract(l.a, low, u.width) == upper) return in.extract(l.a, l.low, unsigned{l.width} + u.width);
  }
  return ExprId::none();
}

// Copies of the highest bit of `lower` prepended to it, or none.
ExprId merge_sign(Expressions& in, ExprId upper, ExprId lower) {
  const Node u = in[upper];
  const ExprId sign = u.kind == Kind::kSignExtend ? u.a : upper;
  if (in.width(sign) != 1 || in.is_constant(sign)) return ExprId::none();
  const unsigned width = in.width(lower);
  if (in.extract(lower, width - 1, 1) != sign) return ExprId::none();
  return in.sign_extend(lower, u.width + width);
}

// (x op c1, y op c2) = (x, y) op (c1, c2), where (x, y) is an expression that was split.
ExprId merge_bitwise(Expressions& in, ExprId upper, ExprId lower) {
  const Node u = in[upper];
  const Node l = in[lower];
  if (u.kind != l.kind || (u.kind != Kind::kAnd && u.kind != Kind::kOr && u.kind != Kind::kXor)) return ExprId::none();
  if (!in.is_constant(u.b) || !in.is_constant(l.b)) return ExprId::none();
  const ExprId whole = merge_parts(in, u.a, l.a);
  if (!whole.valid()) return ExprId::none();
  return in.binary(u.kind, whole, in.concat(u.b, l.b));
}

// Choices between constants by the same condition, and constants.
ExprId merge_choices(Expressions& in, ExprId upper, ExprId lower) {
  const Node u = in[upper];
  const Node l = in[lower];
  const bool choice_u = is_choice_of_constants(in, upper);
  const bool choice_l = is_choice_of_constants(in, lower);
  if (choice_u && choice_l && u.a == l.a) return in.select(u.a, in.concat(u.b, l.b), in.concat(u.c, l.c));
  if (choice_u && in.is_constant(lower)) return in.select(u.a, in.concat(u.b, lower), in.concat(u.c, lower));
  if (choice_l && in.is_constant(upper)) return in.select(l.a, in.concat(upper, l.b), in.concat(upper, l.c));
  return ExprId::none();
}

ExprId merge(Expressions& in, ExprId upper, ExprId lower) {
  if (const ExprId e = merge_parts(in, upper, lower); e.valid()) return e;
  if (const ExprId e = merge_sign(in, upper, lower); e.valid()) return e;
  if (const ExprId e = merge_bitwise(in, upper, lower); e.valid()) return e;
  return merge_choices(in, upper, lower);
}

}  // namespace

ExprId simplify_zero_extend(Expressions& in, ExprId e, unsigned width) {
  const Node n = in[e];
  if (n.kind == Kind::kZeroExtend) return in.zero_extend(n.a, width);
  if (is_choice_of_constants(in, e)) {
    const ExprId a = in.zero_extend(n.b, width);
    return in.select(n.a, a, in.zero_extend(n.c, width));
  }
  return ExprId::none();
}

ExprId simplify_sign_extend(Expressions& in, ExprId e, unsigned width) {
  const Node n = in[e];
  if (n.kind == Kind::kSignExtend) return in.sign_extend(n.a, width);
  if (n.kind == Kind::kZeroExtend) return in.zero_extend(n.a, width);
  if (is_choice_of_constants(in, e)) {
    const ExprId a = in.sign_extend(n.b, width);
    return in.select(n.a, a, in.sign_extend(n.c, width));
  }
  return ExprId::none();
}

ExprId simplify_extract(Expressions& in, ExprId e, unsigned low, unsigned width) {
  const Node n = in[e];
  switch (n.kind) {
    case Kind::kExtract: return in.extract(n.a, n.low + low, width);
    case Kind::kConcat: return extract_of_concat(in, n, low, width);
    case Kind::kZeroExtend:
    case Kind::kSignExtend: return extract_of_extension(in, n, low, width);
    case Kind::kAnd:
    case Kind::kOr:
    case Kind::kXor: return extract_of_bitwise(in, n, low, width);
    case Kind::kAdd:
    case Kind::kSub:
    case Kind::kMul: return extract_of_arithmetic(in, e, low, width);
    case Kind::kSelect:
      if (!is_choice_of_constants(in, e)) return ExprId::none();
      return in.select(n.a, in.extract(n.b, low, width), in.extract(n.c, low, width));
    default: return ExprId::none();
  }
}

ExprId simplify_concat(Expressions& in, ExprId upper, ExprId lower) {
  const Node u = in[upper];
  const Node l = in[lower];
  const unsigned width = unsigned{u.width} + l.width;
  // (0, x) is an extension of x, also where the zeros are those of another extension.
  if (in.is_constant(upper, 0)) return in.zero_extend(lower, width);
  if (u.kind == Kind::kZeroExtend) return in.zero_extend(in.concat(u.a, lower), width);
  // ((x, y), z) = (x, (y, z))
  if (u.kind == Kind::kConcat) return in.concat(u.a, in.concat(u.b, lower));
  if (const ExprId e = merge(in, upper, lower); e.valid()) return e;
  // (c1, (c2, x)) = (c1c2, x), and the same where c2 are the zeros of an extension.
  if (in.is_constant(upper) && l.kind == Kind::kZeroExtend) {
    return in.concat(in.concat(upper, in.constant(0, l.width - in.width(l.a))), l.a);
  }
  if (l.kind != Kind::kConcat) return ExprId::none();
  if (in.is_constant(upper) && in.is_constant(l.a)) return in.concat(in.concat(upper, l.a), l.b);
  // (x, (y, z)) = ((x, y), z), where x and y can be merged
  const ExprId merged = merge(in, upper, l.a);
  return merged.valid() ? in.concat(merged, l.b) : ExprId::none();
}

}  // namespace heddle::symbolic
