#include <array>
#include <cstddef>

#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

constexpr int kMaxLevels = 8;  // how far possible_bits looks into an expression
constexpr std::size_t kMaxSegments = 8;

// The bits that are not certainly zero.
Word possible_bits(const Expressions& in, ExprId e, int levels) {
  const Node& n = in[e];
  if (n.kind == Kind::kConstant) return n.value;
  if (levels == 0) return all_ones(n.width);
  switch (n.kind) {
    case Kind::kZeroExtend: return possible_bits(in, n.a, levels - 1);
    case Kind::kConcat:
      return (possible_bits(in, n.a, levels - 1) << in.width(n.b)) | possible_bits(in, n.b, levels - 1);
    case Kind::kAnd:
      return in.is_constant(n.b) ? in[n.b].value & possible_bits(in, n.a, levels - 1) : all_ones(n.width);
    default: return all_ones(n.width);
  }
}

// Bits of one operand, up to the next segment.
struct Segment {
  ExprId of;
  unsigned low = 0;
};

}  // namespace

// A program that assembles a number from bytes shifts and adds: (x << 8) | y is the concatenation of both.
ExprId join_disjoint(Expressions& in, ExprId a, ExprId b) {
  const unsigned width = in.width(a);
  const Word bits_a = possible_bits(in, a, kMaxLevels);
  const Word bits_b = possible_bits(in, b, kMaxLevels);
  if ((bits_a & bits_b) != 0) return ExprId::none();
  std::array<Segment, kMaxSegments> segments;
  std::size_t count = 0;
  for (unsigned bit = 0; bit < width; ++bit) {
    const bool in_a = ((bits_a >> bit) & 1) != 0;
    if (!in_a && ((bits_b >> bit) & 1) == 0) continue;
    const ExprId owner = in_a ? a : b;
    if (count != 0 && segments[count - 1].of == owner) continue;
    if (count == kMaxSegments) return ExprId::none();
    segments[count] = {owner, count == 0 ? 0 : bit};
    ++count;
  }
  ExprId joined;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned end = i + 1 < count ? segments[i + 1].low : width;
    const ExprId part = in.extract(segments[i].of, segments[i].low, end - segments[i].low);
    joined = i == 0 ? part : in.concat(part, joined);
  }
  return count < 2 ? ExprId::none() : joined;
}

}  // namespace heddle::symbolic
