#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/rng.h"
#include "symbolic/expressions.h"

namespace heddle::symbolic {

// Numbers that rules treat specially, and any others.
inline Word interesting_value(base::Rng& rng, unsigned width) {
  switch (rng.below(8)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return all_ones(width);
    case 3: return sign_bit(width);
    case 4: return sign_bit(width) - 1;
    case 5: return (Word{1} << rng.below(width)) & all_ones(width);
    case 6: return ((Word{1} << rng.below(width)) - 1) & all_ones(width);
    default: return ((Word{rng.next()} << 64) | rng.next()) & all_ones(width);
  }
}

// A random operation on the operands a and b, as parts of a node; none if these widths allow no such operation.
inline std::optional<Node> random_node(base::Rng& rng, const Expressions& in, ExprId a, ExprId b, ExprId condition) {
  Node n;
  n.kind = static_cast<Kind>(rng.between(static_cast<int>(Kind::kAdd), static_cast<int>(Kind::kSelect)));
  n.a = a;
  n.width = static_cast<std::uint8_t>(in.width(a));
  switch (n.kind) {
    case Kind::kZeroExtend:
    case Kind::kSignExtend:
      n.width = static_cast<std::uint8_t>(rng.between(n.width, std::min<int>(kMaxWidth, 2 * n.width)));
      return n;
    case Kind::kExtract:
      n.low = static_cast<std::uint8_t>(rng.below(n.width));
      n.width = static_cast<std::uint8_t>(1 + rng.below(n.width - n.low));
      return n;
    case Kind::kConcat:
      n.b = b;
      if (unsigned{n.width} + in.width(b) > kMaxWidth) return std::nullopt;
      n.width = static_cast<std::uint8_t>(n.width + in.width(b));
      return n;
    case Kind::kSelect:
      if (in.width(a) != in.width(b)) return std::nullopt;
      n.a = condition;
      n.b = a;
      n.c = b;
      return n;
    default:
      if (in.width(a) != in.width(b)) return std::nullopt;
      n.b = b;
      if (n.kind >= Kind::kEqual && n.kind <= Kind::kSignedLessEqual) n.width = 1;
      return n;
  }
}

}  // namespace heddle::symbolic
