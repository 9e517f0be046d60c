#include "symbolic/expressions.h"

#include <utility>

#include "base/check.h"
#include "base/hash.h"
#include "symbolic/fold.h"
#include "symbolic/fold_float.h"
#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

constexpr std::size_t kFirstTableSize = 1024;
// Rules create other expressions, which have rules of their own. Beyond this number of expressions for one requested,
// they are stored unchanged: this bounds the recursion, and the time where rules follow both operands.
constexpr int kMaxWork = 256;

std::uint32_t hash_of(const Node& n) {
  const std::uint64_t head =
      (std::uint64_t{n.low} << 16) | (std::uint64_t{n.width} << 8) | static_cast<unsigned>(n.kind);
  const std::uint64_t operands = (std::uint64_t{n.a.value} << 32) | n.b.value;
  const auto low = static_cast<std::uint64_t>(n.value);
  const auto high = static_cast<std::uint64_t>(n.value >> 64);
  const std::uint64_t rest = (low + (std::uint64_t{n.c.value} << 32)) ^ (high * 0xc2b2ae3d27d4eb4fULL);
  return static_cast<std::uint32_t>(base::mix((operands + head * 0x9e3779b97f4a7c15ULL) ^ base::mix(rest)));
}

bool is_commutative(Kind kind) {
  return kind == Kind::kAdd || kind == Kind::kMul || kind == Kind::kAnd || kind == Kind::kOr || kind == Kind::kXor ||
         kind == Kind::kEqual || kind == Kind::kFloatAdd || kind == Kind::kFloatMul || kind == Kind::kFloatEqual;
}

bool is_comparison(Kind kind) {
  return (kind >= Kind::kEqual && kind <= Kind::kSignedLessEqual) || is_float_comparison(kind);
}

}  // namespace

// Counts the calls of make_ functions by rules.
class Expressions::Nested {
 public:
  explicit Nested(Expressions& in) : in_(in) {
    if (in_.depth_++ == 0) in_.work_ = 0;
    ++in_.work_;
  }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;
  ~Nested() { --in_.depth_; }

  bool may_simplify() const { return in_.work_ <= kMaxWork; }

 private:
  Expressions& in_;
};

Expressions::Expressions() : table_(kFirstTableSize) {}

ExprId Expressions::constant(Word value, unsigned width) {
  CHECK_MSG(width >= 1 && width <= kMaxWidth, "width {}", width);
  return intern({.kind = Kind::kConstant, .width = static_cast<std::uint8_t>(width), .value = value & all_ones(width)});
}

ExprId Expressions::variable(std::uint16_t thread, std::uint32_t nth, unsigned width, const std::string& name) {
  CHECK_MSG(width >= 1 && width <= 64, "width {}", width);
  const std::uint64_t key = (std::uint64_t{thread} << 40) | (std::uint64_t{nth} << 8) | width;
  const auto [place, added] = by_input_.emplace(key, VariableId(variables_.size()));
  if (!added) return of_variables_[place->second.index()];
  variables_.push_back({thread, nth, static_cast<std::uint8_t>(width), name});
  const ExprId e =
      intern({.kind = Kind::kVariable, .width = static_cast<std::uint8_t>(width), .value = place->second.value});
  of_variables_.push_back(e);
  return e;
}

ExprId Expressions::binary(Kind kind, ExprId a, ExprId b) {
  CHECK_MSG(operand_count(kind) == 2, "kind {} has not two operands", static_cast<int>(kind));
  const unsigned width_a = width(a);
  const unsigned width_b = width(b);
  const bool concat = kind == Kind::kConcat;
  CHECK_MSG(concat ? width_a + width_b <= kMaxWidth : width_a == width_b, "kind {} of widths {} and {}",
            static_cast<int>(kind), width_a, width_b);
  const unsigned result = concat ? width_a + width_b : is_comparison(kind) ? 1 : width_a;
  if (is_constant(a) && is_constant(b)) {
    const Word u = nodes_[a.index()].value;
    const Word v = nodes_[b.index()].value;
    return constant(concat ? fold_concat(u, v, width_b) : fold_binary(kind, u, v, width_a), result);
  }
  if (is_commutative(kind) && (is_constant(a) || (!is_constant(b) && b < a))) std::swap(a, b);
  const Node node{.kind = kind, .width = static_cast<std::uint8_t>(result), .a = a, .b = b};
  if (const ExprId e = known(node); e.valid()) return e;
  const Nested nested(*this);
  if (nested.may_simplify()) {
    if (const ExprId e = simplify_binary(*this, kind, a, b); e.valid()) return e;
  }
  return intern(node);
}

ExprId Expressions::zero_extend(ExprId e, unsigned width) {
  const unsigned from = this->width(e);
  CHECK_MSG(from <= width && width <= kMaxWidth, "from width {} to {}", from, width);
  if (from == width) return e;
  if (is_constant(e)) return constant(nodes_[e.index()].value, width);
  const Node node{.kind = Kind::kZeroExtend, .width = static_cast<std::uint8_t>(width), .a = e};
  if (const ExprId k = known(node); k.valid()) return k;
  const Nested nested(*this);
  if (nested.may_simplify()) {
    if (const ExprId s = simplify_zero_extend(*this, e, width); s.valid()) return s;
  }
  return intern(node);
}

ExprId Expressions::sign_extend(ExprId e, unsigned width) {
  const unsigned from = this->width(e);
  CHECK_MSG(from <= width && width <= kMaxWidth, "from width {} to {}", from, width);
  if (from == width) return e;
  if (is_constant(e)) return constant(fold_sign_extend(nodes_[e.index()].value, from, width), width);
  const Node node{.kind = Kind::kSignExtend, .width = static_cast<std::uint8_t>(width), .a = e};
  if (const ExprId k = known(node); k.valid()) return k;
  const Nested nested(*this);
  if (nested.may_simplify()) {
    if (const ExprId s = simplify_sign_extend(*this, e, width); s.valid()) return s;
  }
  return intern(node);
}

ExprId Expressions::extract(ExprId e, unsigned low, unsigned width) {
  const unsigned from = this->width(e);
  CHECK_MSG(width >= 1 && low + width <= from, "bits {} to {} of {}", low, low + width, from);
  if (width == from) return e;
  if (is_constant(e)) return constant(fold_extract(nodes_[e.index()].value, low, width), width);
  const Node node{
      .kind = Kind::kExtract, .width = static_cast<std::uint8_t>(width), .low = static_cast<std::uint8_t>(low), .a = e};
  if (const ExprId k = known(node); k.valid()) return k;
  const Nested nested(*this);
  if (nested.may_simplify()) {
    if (const ExprId s = simplify_extract(*this, e, low, width); s.valid()) return s;
  }
  return intern(node);
}

ExprId Expressions::float_function(Kind kind, ExprId e, unsigned width, unsigned low) {
  CHECK_MSG(is_float_function(kind), "kind {} is no function of one number", static_cast<int>(kind));
  const unsigned from = this->width(e);
  if (is_constant(e)) return constant(fold_float(kind, low, nodes_[e.index()].value, from, width), width);
  return intern(
      {.kind = kind, .width = static_cast<std::uint8_t>(width), .low = static_cast<std::uint8_t>(low), .a = e});
}

ExprId Expressions::select(ExprId condition, ExprId a, ExprId b) {
  CHECK_MSG(width(condition) == 1 && width(a) == width(b), "widths {}, {} and {}", width(condition), width(a),
            width(b));
  if (is_constant(condition)) return nodes_[condition.index()].value != 0 ? a : b;
  if (a == b) return a;
  const Node node{.kind = Kind::kSelect, .width = nodes_[a.index()].width, .a = condition, .b = a, .c = b};
  if (const ExprId k = known(node); k.valid()) return k;
  const Nested nested(*this);
  if (nested.may_simplify()) {
    if (const ExprId s = simplify_select(*this, condition, a, b); s.valid()) return s;
  }
  return intern(node);
}

ExprId Expressions::make(const Node& node) {
  switch (node.kind) {
    case Kind::kConstant: return constant(node.value, node.width);
    case Kind::kVariable:
      CHECK_MSG(node.value < variables_.size(), "there is no such variable");
      return variable(VariableId(static_cast<std::size_t>(node.value)));
    case Kind::kZeroExtend: return zero_extend(node.a, node.width);
    case Kind::kSignExtend: return sign_extend(node.a, node.width);
    case Kind::kExtract: return extract(node.a, node.low, node.width);
    case Kind::kSelect: return select(node.a, node.b, node.c);
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: return float_function(node.kind, node.a, node.width, node.low);
    default: return binary(node.kind, node.a, node.b);
  }
}

ExprId Expressions::intern(const Node& node) {
  const std::uint32_t hash = hash_of(node);
  const std::size_t slot = slot_of(node, hash);
  if (table_[slot].node != 0) return ExprId(table_[slot].node - 1);
  const ExprId e(nodes_.size());
  CHECK_MSG(e.valid(), "more expressions than ids");
  nodes_.push_back(node);
  set_of_.push_back(variables_of_operands(node));
  table_[slot] = {hash, e.value + 1};
  if (3 * nodes_.size() > 2 * table_.size()) grow_table();
  return e;
}

SetId Expressions::variables_of_operands(const Node& node) {
  if (node.kind == Kind::kVariable) return sets_.of(VariableId(static_cast<std::size_t>(node.value)));
  SetId all = sets_.empty();
  for (const ExprId operand : {node.a, node.b, node.c}) {
    if (operand.valid()) all = sets_.union_of(all, set_of_[operand.index()]);
  }
  return all;
}

std::size_t Expressions::slot_of(const Node& node, std::uint32_t hash) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  while (table_[slot].node != 0 && (table_[slot].hash != hash || nodes_[table_[slot].node - 1] != node)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

ExprId Expressions::known(const Node& node) const {
  const Slot& found = table_[slot_of(node, hash_of(node))];
  return found.node == 0 ? ExprId::none() : ExprId(found.node - 1);
}

void Expressions::grow_table() {
  std::vector<Slot> old(2 * table_.size());
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const Slot& moved : old) {
    if (moved.node == 0) continue;
    std::size_t slot = moved.hash & mask;
    while (table_[slot].node != 0) slot = (slot + 1) & mask;
    table_[slot] = moved;
  }
}

}  // namespace heddle::symbolic
