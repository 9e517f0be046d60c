#include "runtime/symbolic/tables.h"

#include <algorithm>
#include <bit>

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/memory/fresh.h"

namespace heddle::runtime {

using symbolic::Kind;
using trace::BranchMode;

namespace {

constexpr unsigned kByteBits = 8;
constexpr unsigned kWordBits = 64;
// Of an index that is multiplied by an address's factor without overflow, and of that factor.
constexpr unsigned kIndexBits = 32;
constexpr std::uint64_t kMostFactor = std::uint64_t{1} << 31;
constexpr int kDepth = 8;

std::int64_t divide_down(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

void add(const ExpressionTable& expressions, Sum& sum, Expr e, std::uint64_t factor, int depth) {
  const abi::ExpressionRecord r = expressions[e];
  const bool has_number = symbolic::operand_count(r.kind) == 2 && expressions.is_constant(r.b);
  const std::uint64_t number = has_number ? expressions[r.b].value : 0;
  if (r.kind == Kind::kConstant) {
    sum.constant += factor * r.value;
  } else if (depth > 0 && (r.kind == Kind::kAdd || r.kind == Kind::kSub)) {
    add(expressions, sum, r.a, factor, depth - 1);
    add(expressions, sum, r.b, r.kind == Kind::kAdd ? factor : -factor, depth - 1);
  } else if (depth > 0 && r.kind == Kind::kMul && has_number) {
    add(expressions, sum, r.a, factor * number, depth - 1);
  } else if (depth > 0 && r.kind == Kind::kShl && has_number && number < kWordBits) {
    add(expressions, sum, r.a, factor << number, depth - 1);
  } else {
    ++sum.terms;
    sum.term = e;
    sum.factor = factor;
    sum.factors |= factor;
  }
}

}  // namespace

Sum sum_of(const ExpressionTable& expressions, Expr address) {
  Sum sum;
  add(expressions, sum, address, 1, kDepth);
  return sum;
}

Table::Table(SymbolicState& symbolic, const SymbolicLoad& load, const Sum& address, const Extent& object)
    : symbolic_(symbolic), expressions_(symbolic.expressions()), load_(load) {
  if (object.end - object.begin < load.size) return;
  if (!count_elements(address, object)) count_steps(address, object);
  if (count_ > kMost) count_ = 0;
}

// A bound that is easy to see.
std::uint64_t Table::largest(Expr e) const {
  const abi::ExpressionRecord r = expressions_[e];
  const std::uint64_t all = r.width >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << r.width) - 1;
  if (r.kind == Kind::kZeroExtend) return largest(r.a);
  if (r.kind == Kind::kAnd && expressions_.is_constant(r.b)) return std::min(expressions_[r.b].value, largest(r.a));
  if (r.kind == Kind::kURem && expressions_.is_constant(r.b) && expressions_[r.b].value != 0)
    return expressions_[r.b].value - 1;
  return all;
}

// One term that counts elements; false if there is none.
bool Table::count_elements(const Sum& sum, const Extent& object) {
  if (sum.terms != 1 || sum.factor == 0 || sum.factor > kMostFactor) return false;
  const abi::ExpressionRecord t = expressions_[sum.term];
  if (t.kind != Kind::kZeroExtend && t.kind != Kind::kSignExtend) return false;
  const unsigned width = expressions_.width(t.a);
  if (width > kIndexBits) return false;
  const auto factor = static_cast<std::int64_t>(sum.factor);
  const auto to = [&](std::uintptr_t address) { return static_cast<std::int64_t>(address - sum.constant); };
  const bool is_signed = t.kind == Kind::kSignExtend;
  const std::int64_t least = is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
  const std::int64_t most = is_signed ? -(least + 1) : static_cast<std::int64_t>(largest(t.a));
  const std::int64_t low = std::max(least, -divide_down(-to(object.begin), factor));
  const std::int64_t high = std::min(most, divide_down(to(object.end - load_.size), factor));
  if (low > high) return true;  // none of them
  stride_ = sum.factor;
  first_ = sum.constant + static_cast<std::uint64_t>(low) * sum.factor;
  count_ = static_cast<std::uint64_t>(high - low) + 1;
  const auto number = [&](std::uint64_t value) { return expressions_.constant(value, kWordBits); };
  index_ = low == 0 ? sum.term : expressions_.binary(Kind::kSub, sum.term, number(static_cast<std::uint64_t>(low)));
  if (low != least || high != most)
    inside_ = symbolic_.shadow(expressions_.binary(Kind::kUnsignedLessEqual, index_, number(count_ - 1)));
  choice_ = t.a;
  chosen_ = static_cast<std::uint64_t>(to(load_.address) / factor) & ((std::uint64_t{1} << width) - 1);
  return true;
}

void Table::count_steps(const Sum& sum, const Extent& object) {
  low_ = static_cast<unsigned>(std::countr_zero(sum.factors));
  if (low_ >= kWordBits) return;
  stride_ = std::uint64_t{1} << low_;
  first_ = object.begin + (sum.constant - object.begin) % stride_;
  if (first_ > object.end - load_.size) return;
  count_ = (object.end - load_.size - first_) / stride_ + 1;
  index_ = expressions_.binary(Kind::kSub, load_.expression, expressions_.constant(first_, kWordBits));
  inside_ = symbolic_.shadow(
      expressions_.binary(Kind::kUnsignedLessEqual, index_, expressions_.constant((count_ - 1) * stride_, kWordBits)));
  choice_ = load_.expression;
  chosen_ = load_.address;
}

Expr Table::element(std::uint64_t n) {
  std::uint64_t value = 0;
  const std::uintptr_t at = first_ + n * stride_;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(at), load_.size);
  return symbolic_.of(symbolic_.load(at, load_.size, value), value, load_.size * kByteBits);
}

bool Table::has_few_expressions() {
  if (!symbolic_.memory().any(first_, extent().end - first_)) return true;
  std::uint64_t found = 0;
  for (std::uint64_t n = 0; n < count_; ++n) found += expressions_.is_constant(element(n)) ? 0 : 1;
  return found <= kMostSymbolic;
}

// Of the elements starting with this one, as many as this many bits can distinguish. Those that do not exist are never
// meant.
Expr Table::tree(unsigned bits, std::uint64_t from) {
  if (bits == 0) return element(from);
  const unsigned bit = bits - 1;
  const std::uint64_t upper = from + (std::uint64_t{1} << bit);
  const Expr low = tree(bit, from);
  if (upper >= count_) return low;
  return expressions_.select(expressions_.extract(index_, low_ + bit, 1), tree(bit, upper), low);
}

Expr Table::content() { return tree(static_cast<unsigned>(std::bit_width(count_ - 1)), 0); }

Expr Table::element() { return element((load_.address - first_) / stride_); }

namespace {

// What the code knows about a load.
struct Known {
  bool is_private;           // do other threads not know the memory, or is it constant?
  Extent object;             // empty if unknown
  const std::uint8_t* bits;  // of the object: those without a value; null if it does not keep its own
};

// Is the content the same for everybody, whoever runs when, and is all of it defined? Other threads do not know what is
// private, nor do they exist while the thread is alone; then what is not a step does not concern them. What is visible
// is a step with an address of its own.
bool may_be_table(Runtime& rt, const Known& known, const Extent& elements) {
  const std::uint64_t size = elements.end - elements.begin;
  if (known.bits != nullptr) {
    const std::uint8_t* const bits = known.bits + (elements.begin - known.object.begin);
    if (std::any_of(bits, bits + size, [](std::uint8_t byte) { return byte != 0; })) return false;
  }
  if (known.is_private) return true;
  const abi::Settings& settings = rt.channel->settings;
  if (!rt.quiet.alone() || settings.visible != abi::Visible::kRacy || rt.symbolic.reads_are_variables()) return false;
  return may_access(elements.begin, size) && !is_any_fresh(elements.begin, size) &&
         !rt.cells.any_plain(elements.begin, size);
}

Expr read_table(Runtime& rt, const Known& known, const SymbolicLoad& load, const heddle_place* place) {
  SymbolicState& sym = rt.symbolic;
  if (!rt.scheduler.running() || sym.is_known(load.expression)) return 0;
  const Sum address = sum_of(sym.expressions(), load.expression);
  const Extent object = known.object.empty() ? object_at(address.constant) : known.object;
  if (object.empty()) return 0;
  Table table(sym, load, address, object);
  std::uint64_t& read = rt.scheduler.current().table_elements;
  if (!table.is_possible() || read + table.count() > Table::kMostOfThread) return 0;
  if (!may_be_table(rt, known, table.extent()) || !table.has_few_expressions()) return 0;
  read += table.count();
  sym.decide(table.inside(), table.is_inside() ? 1 : 0, BranchMode::kExplore, place);
  if (!table.is_inside()) return 0;
  const Expr content = table.content();
  if (content != 0) sym.note_choice(content, table.choice(), table.chosen(), table.element());
  return content;
}

}  // namespace

}  // namespace heddle::runtime

extern "C" uint32_t __heddle_sym_table(const void* address, uint32_t shadow, uint32_t how, const void* object,
                                       uint64_t extent, const void* bits, const heddle_place* place) {
  using heddle::runtime::Known;
  const auto begin = reinterpret_cast<std::uintptr_t>(object);
  const Known known{.is_private = (how & HEDDLE_PRIVATE_TABLE) != 0,
                    .object = {begin, begin + extent},
                    .bits = static_cast<const std::uint8_t*>(bits)};
  return heddle::runtime::read_table(
      heddle::runtime::runtime(), known,
      {.expression = shadow, .address = reinterpret_cast<std::uintptr_t>(address), .size = how & ~HEDDLE_PRIVATE_TABLE},
      place);
}
