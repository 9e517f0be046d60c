#include "unfolding/predicate.h"

#include <algorithm>
#include <optional>

#include "base/check.h"

namespace heddle::unfolding {

namespace {

std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

// None stands for a division by zero.
std::optional<std::int32_t> apply(Predicate::Op op, std::optional<std::int32_t> left,
                                  std::optional<std::int32_t> right) {
  if (!left) return {};
  if (op == Predicate::Op::kAnd && *left == 0) return 0;
  if (op == Predicate::Op::kOr && *left != 0) return 1;
  if (!right) return {};
  const std::int64_t a = *left;
  const std::int64_t b = *right;
  switch (op) {
    case Predicate::Op::kNegate: return wrap(-a);
    case Predicate::Op::kNot: return a == 0;
    case Predicate::Op::kAdd: return wrap(a + b);
    case Predicate::Op::kSubtract: return wrap(a - b);
    case Predicate::Op::kMultiply: return wrap(a * b);
    case Predicate::Op::kDivide: return b == 0 ? std::nullopt : std::optional(wrap(a / b));
    case Predicate::Op::kModulo: return b == 0 ? std::nullopt : std::optional(wrap(a % b));
    case Predicate::Op::kEqual: return a == b;
    case Predicate::Op::kNotEqual: return a != b;
    case Predicate::Op::kLess: return a < b;
    case Predicate::Op::kLessEqual: return a <= b;
    case Predicate::Op::kGreater: return a > b;
    case Predicate::Op::kGreaterEqual: return a >= b;
    case Predicate::Op::kAnd:
    case Predicate::Op::kOr: return b != 0;  // the left side did not decide
    case Predicate::Op::kNumber:
    case Predicate::Op::kCell: break;
  }
  CHECK(false);
}

}  // namespace

std::vector<trace::LocationId> Predicate::cells() const {
  std::vector<trace::LocationId> result;
  for (const Node& n : nodes_) {
    if (n.op == Op::kCell) result.push_back(n.cell);
  }
  std::ranges::sort(result);
  const auto duplicates = std::ranges::unique(result);
  result.erase(duplicates.begin(), duplicates.end());
  return result;
}

bool Predicate::holds(const State& state) const {
  // None: it divides by zero. What && and || do not evaluate has a value here, too; it is not used.
  std::vector<std::optional<std::int32_t>> values;
  values.reserve(nodes_.size());
  for (const Node& n : nodes_) {
    if (n.op == Op::kNumber) {
      values.emplace_back(n.number);
    } else if (n.op == Op::kCell) {
      values.emplace_back(wrap(state(n.cell)));
    } else {
      const std::optional<std::int32_t> right = n.op <= Op::kNot ? std::optional(0) : values[n.right];
      values.push_back(apply(n.op, values[n.left], right));
    }
  }
  return values.back().value_or(0) != 0;
}

}  // namespace heddle::unfolding
