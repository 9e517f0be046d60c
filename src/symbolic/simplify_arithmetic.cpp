#include <optional>

#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

ExprId negative(Expressions& in, ExprId e) { return in.binary(Kind::kSub, in.constant(0, in.width(e)), e); }

// x + c, given as the pair of x and c.
struct Offset {
  ExprId rest;
  Word constant = 0;
};

std::optional<Offset> as_offset(const Expressions& in, ExprId e) {
  const Node& n = in[e];
  if (n.kind != Kind::kAdd || !in.is_constant(n.b)) return std::nullopt;
  return Offset{n.a, in[n.b].value};
}

ExprId plus(Expressions& in, ExprId e, Word constant) {
  return in.binary(Kind::kAdd, e, in.constant(constant, in.width(e)));
}

ExprId add_constant(Expressions& in, ExprId a, ExprId b) {
  if (in.is_constant(b, 0)) return a;
  const Node n = in[a];
  const Word c = in[b].value;
  // (x + c1) + c2 = x + (c1 + c2)
  if (const auto offset = as_offset(in, a)) return plus(in, offset->rest, offset->constant + c);
  // (c1 - x) + c2 = (c1 + c2) - x
  if (n.kind == Kind::kSub && in.is_constant(n.a)) {
    return in.binary(Kind::kSub, in.constant(in[n.a].value + c, n.width), n.b);
  }
  return ExprId::none();
}

// a + b where a is a difference.
ExprId add_difference(Expressions& in, ExprId a, ExprId b) {
  const Node n = in[a];
  if (n.kind != Kind::kSub) return ExprId::none();
  if (n.b == b) return n.a;                                          // (x - y) + y = x
  if (in.is_constant(n.a, 0)) return in.binary(Kind::kSub, b, n.b);  // (0 - x) + y = y - x
  return ExprId::none();
}

}  // namespace

ExprId simplify_add(Expressions& in, ExprId a, ExprId b) {
  if (in.is_constant(b)) return add_constant(in, a, b);
  // (x + c) + y = (x + y) + c
  if (const auto offset = as_offset(in, a)) return plus(in, in.binary(Kind::kAdd, offset->rest, b), offset->constant);
  if (const auto offset = as_offset(in, b)) return plus(in, in.binary(Kind::kAdd, a, offset->rest), offset->constant);
  if (const ExprId e = add_difference(in, a, b); e.valid()) return e;
  if (const ExprId e = add_difference(in, b, a); e.valid()) return e;
  return join_disjoint(in, a, b);
}

ExprId simplify_sub(Expressions& in, ExprId a, ExprId b) {
  if (a == b) return in.constant(0, in.width(a));
  // x - c = x + (-c)
  if (in.is_constant(b)) return plus(in, a, Word{0} - in[b].value);
  const Node x = in[a];
  const Node y = in[b];
  // x - (y + c) = (x - y) + (-c)
  if (const auto offset = as_offset(in, b)) {
    return plus(in, in.binary(Kind::kSub, a, offset->rest), Word{0} - offset->constant);
  }
  // (x + c) - y = (x - y) + c
  if (const auto offset = as_offset(in, a)) return plus(in, in.binary(Kind::kSub, offset->rest, b), offset->constant);
  if (x.kind == Kind::kAdd && x.a == b) return x.b;                // (x + y) - x = y
  if (x.kind == Kind::kAdd && x.b == b) return x.a;                // (x + y) - y = x
  if (y.kind == Kind::kAdd && y.a == a) return negative(in, y.b);  // x - (x + y) = -y
  if (y.kind == Kind::kAdd && y.b == a) return negative(in, y.a);  // x - (y + x) = -y
  if (y.kind == Kind::kSub && y.a == a) return y.b;                // x - (x - y) = y
  // c - (d - x) = x + (c - d)
  if (y.kind == Kind::kSub && in.is_constant(y.a) && in.is_constant(a)) {
    return plus(in, y.b, x.value - in[y.a].value);
  }
  if (y.kind == Kind::kSub && in.is_constant(y.a, 0)) return in.binary(Kind::kAdd, a, y.b);  // x - (-y) = x + y
  return ExprId::none();
}

ExprId simplify_mul(Expressions& in, ExprId a, ExprId b) {
  if (!in.is_constant(b)) return ExprId::none();
  const Node x = in[a];
  const Word c = in[b].value;
  if (c == 0) return b;
  if (c == 1) return a;
  if (c == all_ones(x.width)) return negative(in, a);
  // x * 2^k = x << k
  if (is_power_of_two(c)) return in.binary(Kind::kShl, a, in.constant(trailing_zeros(c), x.width));
  // (x * c1) * c2 = x * (c1 * c2)
  if (x.kind == Kind::kMul && in.is_constant(x.b)) {
    return in.binary(Kind::kMul, x.a, in.constant(in[x.b].value * c, x.width));
  }
  return ExprId::none();
}

}  // namespace heddle::symbolic
