#include "runtime/symbolic/expressions.h"

#include "runtime/symbolic/fold.h"

namespace heddle::runtime {

namespace {

constexpr unsigned kWordBits = 64;

std::uint64_t mask(unsigned width) { return width >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

std::uint64_t hash(const abi::ExpressionRecord& r) {
  constexpr std::uint64_t kMixer = 0x9E3779B97F4A7C15;
  std::uint64_t h = static_cast<std::uint64_t>(r.kind) | static_cast<std::uint64_t>(r.width) << 8 |
                    static_cast<std::uint64_t>(r.low) << 16 | static_cast<std::uint64_t>(r.a) << 32;
  for (const std::uint64_t part : {static_cast<std::uint64_t>(r.b) << 32 | r.c, r.value}) {
    h = (h ^ (h >> 29)) * kMixer;
    h ^= part;
  }
  h = (h ^ (h >> 29)) * kMixer;
  return h ^ (h >> 32);
}

}  // namespace

Expr ExpressionTable::intern(const Record& record) {
  abi::Channel& c = *channel_;
  std::uint64_t slot = hash(record) % abi::kExpressionSlots;
  for (; c.expression_slots[slot] != 0; slot = (slot + 1) % abi::kExpressionSlots) {
    if (c.expressions[c.expression_slots[slot]] == record) return c.expression_slots[slot];
  }
  const std::size_t reserved = record.kind == Kind::kVariable ? 0 : abi::kReservedExpressions;
  if (c.expressions_size >= abi::kMaxExpressions - reserved) {
    c.overflow |= static_cast<std::uint32_t>(abi::Overflow::kExpressions);
    return 0;
  }
  const Expr id = c.expressions_size;
  c.expressions[id] = record;
  ++c.expressions_size;
  c.expression_slots[slot] = id;
  return id;
}

Expr ExpressionTable::constant(std::uint64_t value, unsigned width) {
  if (width > kWordBits) return concat(constant(0, width - kWordBits), constant(value, kWordBits));
  return intern({.kind = Kind::kConstant, .width = static_cast<std::uint8_t>(width), .value = value & mask(width)});
}

Expr ExpressionTable::variable(std::uint16_t thread, std::uint32_t nth, unsigned width) {
  return intern({.kind = Kind::kVariable, .width = static_cast<std::uint8_t>(width), .a = thread, .b = nth});
}

Expr ExpressionTable::fold(Kind kind, const Record& a, const Record& b) {
  std::uint64_t result = 0;
  if (!fold_binary(kind, a.width, a.value, b.value, result)) return 0;
  return constant(result, is_comparison(kind) ? 1 : a.width);
}

Expr ExpressionTable::binary(Kind kind, Expr a, Expr b) {
  if (a == 0 || b == 0) return 0;
  if (kind == Kind::kConcat) return concat(a, b);
  const Record& x = (*this)[a];
  const Record& y = (*this)[b];
  if (x.kind == Kind::kConstant && y.kind == Kind::kConstant) {
    if (const Expr folded = fold(kind, x, y); folded != 0) return folded;
  }
  if (kind == Kind::kEqual) return equal(a, b);
  const std::uint8_t width = is_comparison(kind) ? 1 : x.width;
  return intern({.kind = kind, .width = width, .a = a, .b = b});
}

// In C, a truth value converted to a number is compared with 0.
Expr ExpressionTable::equal(Expr a, Expr b) {
  if (a == b) return constant(1, 1);
  if (is_constant(a)) {
    const Expr other = a;
    a = b;
    b = other;
  }
  const Record x = (*this)[a];
  const Record y = (*this)[b];
  if (y.kind == Kind::kConstant && x.kind == Kind::kZeroExtend) {
    const unsigned narrow = width(x.a);
    if (narrow <= kWordBits && y.value > mask(narrow)) return constant(0, 1);
    return equal(x.a, constant(y.value, narrow));
  }
  if (y.kind == Kind::kConstant && x.width == 1) return y.value != 0 ? a : negate(a);
  return intern({.kind = Kind::kEqual, .width = 1, .a = a, .b = b});
}

Expr ExpressionTable::negate(Expr condition) {
  if (condition == 0) return 0;
  const Record c = (*this)[condition];
  if (c.kind == Kind::kConstant) return constant(c.value ^ 1, 1);
  const Expr one = constant(1, 1);
  if (c.kind == Kind::kXor && c.b == one) return c.a;
  return one == 0 ? 0 : intern({.kind = Kind::kXor, .width = 1, .a = condition, .b = one});
}

Expr ExpressionTable::extend(Kind kind, Expr e, unsigned width) {
  if (e == 0) return 0;
  const Record r = (*this)[e];
  if (r.width == width) return e;
  if (r.kind == Kind::kConstant && width <= kWordBits) {
    const bool negative = kind == Kind::kSignExtend && (r.value >> (r.width - 1) & 1) != 0;
    return constant(negative ? r.value | ~mask(r.width) : r.value, width);
  }
  if (r.kind == Kind::kZeroExtend) return extend(Kind::kZeroExtend, r.a, width);
  if (r.kind == kind) return extend(kind, r.a, width);
  return intern({.kind = kind, .width = static_cast<std::uint8_t>(width), .a = e});
}

Expr ExpressionTable::extract(Expr e, unsigned low, unsigned width) {
  if (e == 0) return 0;
  const Record r = (*this)[e];
  if (low == 0 && width == r.width) return e;
  switch (r.kind) {
    case Kind::kConstant: return constant(low < kWordBits ? r.value >> low : 0, width);
    case Kind::kExtract: return extract(r.a, r.low + low, width);
    case Kind::kConcat: {
      const unsigned lower = this->width(r.b);
      if (low + width <= lower) return extract(r.b, low, width);
      if (low >= lower) return extract(r.a, low - lower, width);
      break;
    }
    case Kind::kZeroExtend:
    case Kind::kSignExtend: {
      const unsigned inner = this->width(r.a);
      if (low + width <= inner) return extract(r.a, low, width);
      if (low >= inner && r.kind == Kind::kZeroExtend) return constant(0, width);
      if (low == 0) return extend(r.kind, r.a, width);
      break;
    }
    default: break;
  }
  return intern({.kind = Kind::kExtract,
                 .width = static_cast<std::uint8_t>(width),
                 .low = static_cast<std::uint8_t>(low),
                 .a = e});
}

Expr ExpressionTable::float_function(Kind kind, Expr e, unsigned width, unsigned low) {
  if (e == 0) return 0;
  return intern(
      {.kind = kind, .width = static_cast<std::uint8_t>(width), .low = static_cast<std::uint8_t>(low), .a = e});
}

// Adjacent parts of one expression are one part.
Expr ExpressionTable::concat(Expr high, Expr low) {
  if (high == 0 || low == 0) return 0;
  const Record h = (*this)[high];
  const Record l = (*this)[low];
  const unsigned width = h.width + l.width;
  if (h.kind == Kind::kConstant && l.kind == Kind::kConstant && width <= kWordBits)
    return constant(h.value << l.width | l.value, width);
  if (h.kind == Kind::kExtract && h.low >= l.width && extract(h.a, h.low - l.width, l.width) == low)
    return extract(h.a, h.low - l.width, width);
  if (h.kind == Kind::kConstant && h.value == 0) return extend(Kind::kZeroExtend, low, width);
  return intern({.kind = Kind::kConcat, .width = static_cast<std::uint8_t>(width), .a = high, .b = low});
}

Expr ExpressionTable::select(Expr condition, Expr a, Expr b) {
  if (condition == 0 || a == 0 || b == 0) return 0;
  if (a == b) return a;
  if (is_constant(condition)) return (*this)[condition].value != 0 ? a : b;
  return intern({.kind = Kind::kSelect, .width = width(a), .a = condition, .b = a, .c = b});
}

}  // namespace heddle::runtime
