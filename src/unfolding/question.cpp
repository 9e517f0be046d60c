#include "unfolding/question.h"

#include <map>
#include <string>
#include <vector>

#include "base/check.h"
#include "unfolding/encoding.h"

namespace heddle::unfolding {

namespace {

using trace::LocationId;
using Op = Predicate::Op;

constexpr unsigned kBits = 32;

// The predicate as a formula over the encoding.
class Translation {
 public:
  Translation(const BranchingProcess& process, const Predicate& predicate,
              const std::function<std::int64_t(LocationId)>& initial_state, Encoding& encoding)
      : context_(encoding.context()) {
    declare_cells(process, predicate, initial_state, encoding);
    for (const Predicate::Node& n : predicate.nodes()) terms_.push_back(translate(n));
  }

  z3::expr holds() const { return terms_.back().defined && is_true(terms_.back()); }

 private:
  struct Term {
    z3::expr value;    // a bit vector, or a Boolean for 0 or 1
    z3::expr defined;  // nothing that is evaluated divides by zero
  };

  // The value of a cell is that of its current version. Versions with the same value share one implication.
  void declare_cells(const BranchingProcess& process, const Predicate& predicate,
                     const std::function<std::int64_t(LocationId)>& initial_state, Encoding& encoding) {
    std::map<LocationId, std::map<std::int32_t, z3::expr_vector>> versions;
    for (const LocationId cell : predicate.cells()) versions[cell];
    for (std::size_t i = 0; i < process.version_count(); ++i) {
      const Version& version = process.version(VersionId(i));
      const auto cell = versions.find(process[version.event].location);
      if (cell == versions.end() || !process[version.event].executed()) continue;
      const auto value = static_cast<std::int32_t>(process[version.event].value);
      cell->second.try_emplace(value, context_).first->second.push_back(encoding.current(version.event));
    }
    for (auto& [cell, by_value] : versions) {
      if (by_value.size() <= 1) {
        // No thread has touched it, or it never changes.
        const auto value = by_value.empty() ? static_cast<std::int32_t>(initial_state(cell)) : by_value.begin()->first;
        cells_.emplace(cell, number(value));
        continue;
      }
      const z3::expr variable = context_.bv_const(("cell" + std::to_string(cell.value)).c_str(), kBits);
      for (auto& [value, current] : by_value) encoding.require(!z3::mk_or(current) || variable == number(value));
      cells_.emplace(cell, variable);
    }
  }

  z3::expr number(std::int32_t value) { return context_.bv_val(value, kBits); }
  z3::expr as_number(const Term& t) { return t.value.is_bool() ? z3::ite(t.value, number(1), number(0)) : t.value; }
  static z3::expr is_true(const Term& t) {
    return t.value.is_bool() ? t.value : t.value != t.value.ctx().bv_val(0, kBits);
  }

  Term translate(const Predicate::Node& n) {
    if (n.op == Op::kNumber) return {number(n.number), context_.bool_val(true)};
    if (n.op == Op::kCell) return {cells_.at(n.cell), context_.bool_val(true)};
    const Term& left = terms_[n.left];
    if (n.op == Op::kNegate) return {-as_number(left), left.defined};
    if (n.op == Op::kNot) return {!is_true(left), left.defined};
    const Term& right = terms_[n.right];
    if (n.op == Op::kAnd) {
      return {is_true(left) && is_true(right), left.defined && (!is_true(left) || right.defined)};
    }
    if (n.op == Op::kOr) {
      return {is_true(left) || is_true(right), left.defined && (is_true(left) || right.defined)};
    }
    const z3::expr a = as_number(left);
    const z3::expr b = as_number(right);
    const bool divides = n.op == Op::kDivide || n.op == Op::kModulo;
    const z3::expr defined = left.defined && right.defined;
    return {binary(n.op, a, b), divides ? defined && b != number(0) : defined};
  }

  // SMT-LIB bit vectors wrap around as the model language does, even for the smallest number divided by -1.
  static z3::expr binary(Op op, const z3::expr& a, const z3::expr& b) {
    switch (op) {
      case Op::kAdd: return a + b;
      case Op::kSubtract: return a - b;
      case Op::kMultiply: return a * b;
      case Op::kDivide: return a / b;
      case Op::kModulo: return z3::srem(a, b);
      case Op::kEqual: return a == b;
      case Op::kNotEqual: return a != b;
      case Op::kLess: return a < b;
      case Op::kLessEqual: return a <= b;
      case Op::kGreater: return a > b;
      case Op::kGreaterEqual: return a >= b;
      case Op::kNumber:
      case Op::kCell:
      case Op::kNegate:
      case Op::kNot:
      case Op::kAnd:
      case Op::kOr: break;
    }
    CHECK(false);
  }

  z3::context& context_;
  std::map<LocationId, z3::expr> cells_;
  std::vector<Term> terms_;  // by node
};

// The union of the histories of the cells' current versions: in it they are current, too.
void keep_what_matters(const BranchingProcess& process, const Predicate& predicate, const std::vector<EventId>& last,
                       Cut& configuration) {
  std::map<LocationId, EventId> current;
  for (const LocationId cell : predicate.cells()) current[cell];
  for (EventId e : last) {
    for (; e.valid() && process[e].parent.valid(); e = process[e].parent) {
      if (!process[e].modifies()) continue;
      const auto known = current.find(process[e].location);
      if (known == current.end()) continue;
      EventId& latest = known->second;
      if (!latest.valid() || process.version_depth(e) > process.version_depth(latest)) latest = e;
    }
  }
  configuration.clear();
  for (const auto& [cell, version] : current) {
    if (version.valid()) configuration.join(process, process.history(version));
  }
}

}  // namespace

Answer is_reachable(const BranchingProcess& process, const Predicate& predicate,
                    const std::function<std::int64_t(LocationId)>& initial_state, double seconds, Cut& configuration) {
  Encoding encoding(process);
  encoding.require(Translation(process, predicate, initial_state, encoding).holds());
  std::vector<EventId> last;
  const Answer answer = encoding.solve(seconds, last);
  if (answer == Answer::kYes) keep_what_matters(process, predicate, last, configuration);
  return answer;
}

}  // namespace heddle::unfolding
