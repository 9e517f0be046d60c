#include "symbolic/simplify.h"

namespace heddle::symbolic {

// A shift by a constant moves bits: it is a concatenation or an extension of an extract.
ExprId simplify_shift(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const unsigned width = in.width(a);
  if (in.is_constant(a, 0)) return a;
  if (kind == Kind::kAShr && in.is_constant(a, all_ones(width))) return a;
  if (!in.is_constant(b)) return ExprId::none();
  const Word amount = in[b].value;
  if (amount == 0) return a;
  if (kind == Kind::kAShr) {
    const unsigned by = amount >= width ? width - 1 : static_cast<unsigned>(amount);
    return in.sign_extend(in.extract(a, by, width - by), width);
  }
  if (amount >= width) return in.constant(0, width);
  const auto by = static_cast<unsigned>(amount);
  if (kind == Kind::kLShr) return in.zero_extend(in.extract(a, by, width - by), width);
  return in.concat(in.extract(a, 0, width - by), in.constant(0, by));
}

}  // namespace heddle::symbolic
