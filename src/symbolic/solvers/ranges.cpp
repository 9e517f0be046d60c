#include "symbolic/solvers/ranges.h"

#include <algorithm>

namespace heddle::symbolic {

namespace {

// The numbers that compare like this with c: x < c and c < x in one of the orders.
ValueSet below(Word c, unsigned width, bool is_signed, bool or_equal) {
  const Word least = is_signed ? sign_bit(width) : 0;
  if (or_equal) return ValueSet::range(least, c, width);
  return c == least ? ValueSet::none(width) : ValueSet::range(least, (c - 1) & all_ones(width), width);
}

ValueSet above(Word c, unsigned width, bool is_signed, bool or_equal) {
  return below(c, width, is_signed, !or_equal).complement();
}

bool is_comparison(Kind kind) { return kind >= Kind::kEqual && kind <= Kind::kSignedLessEqual; }

}  // namespace

Answer Ranges::solve(std::span<const ExprId> constraints, Model& model) {
  if (constraints.size() > kMaxConstraints || is_large(constraints)) return pass_on(constraints, model);
  collect(constraints);
  Answer answer = Answer::kUnknown;
  if (!narrow()) {
    answer = Answer::kUnsatisfiable;
  } else if (rest_.empty()) {
    answer = Answer::kSatisfiable;
  } else {
    answer = try_all();
    if (answer == Answer::kUnknown && guess() && all_hold(constraints)) answer = Answer::kSatisfiable;
  }
  if (answer == Answer::kUnknown) return pass_on(constraints, model);
  ++answered_;
  if (answer == Answer::kSatisfiable) model = assigned_;
  return answer;
}

bool Ranges::is_large(std::span<const ExprId> constraints) {
  assigned_.clear();
  evaluator_.use(assigned_);
  const std::uint64_t before = evaluator_.computed();
  for (const ExprId e : constraints) evaluator_.evaluate(e);
  return evaluator_.computed() - before > kMaxNodes;
}

void Ranges::collect(std::span<const ExprId> constraints) {
  rest_.assign(constraints.begin(), constraints.end());
  domains_.clear();
  for (const ExprId e : constraints) {
    for (const VariableId v : in_.variables_of(e)) {
      if (std::ranges::find(domains_, v, &Domain::variable) != domains_.end()) continue;
      domains_.push_back({v, ValueSet::all(in_.variables()[v.index()].width)});
    }
  }
}

ValueSet& Ranges::values_of(VariableId v) { return std::ranges::find(domains_, v, &Domain::variable)->values; }

bool Ranges::occurs(VariableId v, ExprId e) const { return std::ranges::binary_search(in_.variables_of(e), v); }

Word Ranges::number(ExprId e) { return evaluator_.evaluate(e); }

int Ranges::open_variables(ExprId e, VariableId& one) {
  int count = 0;
  for (const VariableId v : in_.variables_of(e)) {
    if (values_of(v).is_one()) continue;
    one = v;
    ++count;
  }
  return count;
}

bool Ranges::narrow() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < rest_.size();) {
      VariableId v;
      const int open = open_variables(rest_[i], v);
      if (open == 0 && !evaluator_.holds(rest_[i])) return false;
      if (open == 1) {
        const auto allowed = solve_for(v, rest_[i], ValueSet::one(1, 1));
        if (!allowed) {
          ++i;
          continue;
        }
        ValueSet& values = values_of(v);
        values = values.common(*allowed);
        if (values.empty()) return false;
        assigned_.set(v, static_cast<std::uint64_t>(values.smallest()));
        evaluator_.use(assigned_);
        changed = true;
      }
      if (open > 1) {
        ++i;
        continue;
      }
      rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return true;
}

// --- one variable

// From the outside in: the value of `e` must be in `wanted`.
std::optional<ValueSet> Ranges::solve_for(VariableId v, ExprId e, ValueSet wanted) {
  for (;;) {
    const Node node = in_[e];
    if (wanted.ranges().size() > kMaxRanges) return std::nullopt;
    if (node.kind == Kind::kVariable) return wanted;
    if (is_comparison(node.kind)) {
      const auto inner = solve_comparison(v, node, wanted, e);
      if (!inner) return std::nullopt;
      wanted = *inner;
      continue;
    }
    if (operand_count(node.kind) == 2 && occurs(v, node.a) && occurs(v, node.b)) return std::nullopt;
    const bool is_left = occurs(v, node.a);
    switch (node.kind) {
      case Kind::kAdd: wanted = wanted.plus(~number(is_left ? node.b : node.a) + 1); break;
      case Kind::kSub: wanted = is_left ? wanted.plus(number(node.b)) : wanted.negated().plus(number(node.a)); break;
      case Kind::kXor: {
        const Word mask = number(is_left ? node.b : node.a);
        if (mask == all_ones(node.width)) {
          wanted = wanted.negated().plus(all_ones(node.width));  // ~x is -x - 1
        } else if (mask == sign_bit(node.width)) {
          wanted = wanted.plus(mask);
        } else if (wanted.is_one()) {
          wanted = ValueSet::one(wanted.smallest() ^ mask, node.width);
        } else if (mask != 0) {
          return std::nullopt;
        }
        break;
      }
      case Kind::kZeroExtend: {
        const unsigned width = in_.width(node.a);
        wanted = wanted.common(ValueSet::range(0, all_ones(width), node.width)).as(width);
        break;
      }
      case Kind::kSignExtend: {
        // Shifted up by half of the range, signed numbers are in the order of unsigned ones.
        const unsigned width = in_.width(node.a);
        const ValueSet fitting = ValueSet::range(0, all_ones(width), node.width);
        wanted = wanted.plus(sign_bit(width)).common(fitting).as(width).plus(sign_bit(width));
        break;
      }
      default: return std::nullopt;
    }
    e = is_left ? node.a : node.b;
  }
}

std::optional<ValueSet> Ranges::solve_comparison(VariableId v, const Node& node, const ValueSet& wanted,
                                                 ExprId& inner) {
  const bool is_left = occurs(v, node.a);
  if (is_left && occurs(v, node.b)) return std::nullopt;
  inner = is_left ? node.a : node.b;
  const unsigned width = in_.width(inner);
  const Word c = number(is_left ? node.b : node.a);
  ValueSet holds = ValueSet::one(c, width);
  if (node.kind != Kind::kEqual) {
    const bool is_signed = node.kind == Kind::kSignedLess || node.kind == Kind::kSignedLessEqual;
    const bool or_equal = node.kind == Kind::kUnsignedLessEqual || node.kind == Kind::kSignedLessEqual;
    holds = is_left ? below(c, width, is_signed, or_equal) : above(c, width, is_signed, or_equal);
  }
  if (wanted.contains(0)) return wanted.contains(1) ? ValueSet::all(width) : holds.complement();
  return wanted.contains(1) ? holds : ValueSet::none(width);
}

// --- several variables

bool Ranges::all_hold(std::span<const ExprId> constraints) {
  evaluator_.use(assigned_);
  return std::ranges::all_of(constraints, [&](ExprId e) { return evaluator_.holds(e); });
}

// If there are few combinations of the remaining values. The other constraints hold for all of them.
Answer Ranges::try_all() {
  std::vector<std::vector<std::uint64_t>> values;
  std::vector<VariableId> variables;
  std::uint64_t combinations = 1;
  for (const Domain& domain : domains_) {
    const bool matters = std::ranges::any_of(rest_, [&](ExprId e) { return occurs(domain.variable, e); });
    if (!matters || domain.values.is_one()) continue;
    combinations *= static_cast<std::uint64_t>(domain.values.count(kMaxTries + 1));
    if (combinations > kMaxTries) return Answer::kUnknown;
    variables.push_back(domain.variable);
    auto& all = values.emplace_back();
    for (const ValueSet::Range& range : domain.values.ranges()) {
      for (Word value = range.low; value <= range.high; ++value) all.push_back(static_cast<std::uint64_t>(value));
    }
  }
  for (std::uint64_t n = 0; n < combinations; ++n) {
    std::uint64_t digits = n;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      assigned_.set(variables[i], values[i][digits % values[i].size()]);
      digits /= values[i].size();
    }
    if (all_hold(rest_)) return Answer::kSatisfiable;
  }
  return Answer::kUnsatisfiable;
}

// Each constraint in turn is made to hold by one of its variables that can do so, with the others unchanged.
bool Ranges::guess() {
  for (const Domain& domain : domains_)
    assigned_.set(domain.variable, static_cast<std::uint64_t>(domain.values.smallest()));
  evaluator_.use(assigned_);
  for (const ExprId e : rest_) {
    if (evaluator_.holds(e)) continue;
    const bool done = std::ranges::any_of(in_.variables_of(e), [&](VariableId v) {
      const auto allowed = solve_for(v, e, ValueSet::one(1, 1));
      if (!allowed) return false;
      const ValueSet values = values_of(v).common(*allowed);
      if (values.empty()) return false;
      assigned_.set(v, static_cast<std::uint64_t>(values.smallest()));
      evaluator_.use(assigned_);
      return true;
    });
    if (!done) return false;
  }
  return true;
}

}  // namespace heddle::symbolic
