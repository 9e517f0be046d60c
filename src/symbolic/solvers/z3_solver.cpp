#include "symbolic/solvers/z3_solver.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "base/stop.h"
#include "symbolic/text.h"

namespace heddle::symbolic {
namespace {

// A time limit makes Z3 start a thread, which takes as long as a short query. Therefore a query is first tried with a
// limit in Z3's own count of work, some ten milliseconds, and only then with the time limit.
constexpr unsigned kFewResources = 50'000;
constexpr unsigned kWorthTwoTries = 500;  // milliseconds
constexpr unsigned kHeavyBits = 16;       // of a product or quotient
// The same for a quick question about products or quotients. Turning those into clauses takes time that Z3 does not
// count: only one of this many questions is asked.
constexpr unsigned kQuickResources = 20'000;
constexpr std::uint64_t kQueriesPerHeavyOne = 32;
// Operations of an expression, those that occur twice counted twice. Z3 must take in what it gets step by step before a
// limit holds.
constexpr std::uint32_t kHeavy = 1U << 16;
// A wide quotient by a constant: some of them are fine, together they are not.
constexpr std::uint32_t kWeightOfQuotient = kHeavy / 8;

// Where Z3 is told constraints step by step, it turns them into clauses at once, and then no limit holds. It does about
// so many bits of a sum in a millisecond.
constexpr std::uint64_t kBitsPerMillisecond = 100;
constexpr std::uint32_t kMostBits = 1U << 30;

z3::solver clause_solver(z3::context& context) {
  const auto by_name = [&](const char* name) { return z3::tactic(context, name); };
  const z3::tactic tactic = by_name("simplify") & by_name("fpa2bv") & by_name("simplify") &
                            by_name("propagate-values") & by_name("solve-eqs") & by_name("bit-blast") & by_name("sat");
  return tactic.mk_solver();
}

bool is_product_or_quotient(Kind kind) { return kind >= Kind::kMul && kind <= Kind::kSRem; }

// What it does not count.
constexpr std::uint64_t kWorkOfAnyCall = 1'000;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Z3Solver::Engine::Engine(const Expressions& in, unsigned milliseconds)
    : step_by_step(context, z3::solver::simple()),
      at_once(clause_solver(context)),
      quick(clause_solver(context)),
      terms(context, in) {
  z3::params params(context);
  // As Z3 itself would choose for bit-vectors if it saw the whole problem at once.
  params.set("auto_config", false);
  params.set("relevancy", 0U);
  params.set("rlimit", kFewResources);
  step_by_step.set(params);
  z3::params limited(context);
  limited.set("timeout", milliseconds);
  at_once.set(limited);
  z3::params few(context);
  few.set("rlimit", kQuickResources);
  quick.set(few);
}

Z3Solver::Z3Solver(const Expressions& in, double seconds_per_query, SolverStatistics& statistics)
    : in_(in),
      statistics_(statistics),
      has_time_(seconds_per_query > 0),
      milliseconds_(static_cast<unsigned>(std::max(1.0, seconds_per_query * 1000))),
      evaluator_(in) {}

Answer Z3Solver::solve(std::span<const ExprId> constraints, Model& model) {
  if (effort_ == Effort::kLeast) return Answer::kUnknown;
  ++statistics_.z3_calls;
  if (!has_time_) return Answer::kUnknown;
  const double start = now();
  if (engine_ == nullptr) engine_ = std::make_unique<Engine>(in_, milliseconds_);
  const Answer answer = ask(constraints, model);
  const std::uint64_t before = std::exchange(work_, work());
  statistics_.z3_work += kWorkOfAnyCall + work_ - before;
  statistics_.z3_seconds += now() - start;
  return answer;
}

std::uint64_t Z3Solver::work() const {
  const z3::stats counts = engine_->asked->statistics();
  for (unsigned i = 0; i < counts.size(); ++i) {
    if (counts.key(i) == "rlimit count") return counts.uint_value(i);
  }
  return work_;
}

// The request to stop may interrupt Z3 anywhere, even after it has answered, while its model is being read.
Answer Z3Solver::ask(std::span<const ExprId> constraints, Model& model) {
  const base::StopListener listener([&] { engine_->context.interrupt(); });
  try {
    switch (check(constraints)) {
      case z3::sat: read_model(constraints, model); return Answer::kSatisfiable;
      case z3::unsat: return Answer::kUnsatisfiable;
      case z3::unknown: base::poll_stop(); return Answer::kUnknown;
    }
  } catch (const z3::exception&) {
    base::poll_stop();
    forget_constraints();  // it has run out of memory
  }
  return Answer::kUnknown;
}

z3::check_result Z3Solver::check(std::span<const ExprId> constraints) {
  std::uint64_t weight = 0;
  for (const ExprId e : constraints) weight += weight_of(e);
  const bool heavy = weight >= kHeavy || !may_assert(constraints);
  const bool quick = effort_ == Effort::kQuick;
  if (heavy && quick) {
    if (heavy_asked_ * kQueriesPerHeavyOne > statistics_.queries) return z3::unknown;
    ++heavy_asked_;
    return check_at_once(engine_->quick, constraints);
  }
  if (heavy) return check_at_once(engine_->at_once, constraints);
  if (quick) return check_step_by_step(constraints);
  if (milliseconds_ < kWorthTwoTries) return check_at_once(engine_->at_once, constraints);
  const z3::check_result result = check_step_by_step(constraints);
  return result == z3::unknown ? check_at_once(engine_->at_once, constraints) : result;
}

std::uint32_t Z3Solver::weight_of(ExprId e) {
  const auto weight = [&](ExprId operand) { return operand.valid() ? weights_[operand.index()] : 0; };
  for (std::size_t i = weights_.size(); i <= e.index(); ++i) {
    const Node& node = in_[ExprId(i)];
    const std::uint32_t own = own_weight(node);
    weights_.push_back(std::min(kHeavy, own + weight(node.a) + weight(node.b) + weight(node.c)));
  }
  return weights_[e.index()];
}

std::uint32_t Z3Solver::own_weight(const Node& node) const {
  if (is_float_operation(node.kind)) return kHeavy;
  if (!is_product_or_quotient(node.kind) || node.width < kHeavyBits) return 1;
  if (!in_.is_constant(node.b)) return kHeavy;
  return node.kind == Kind::kMul ? 1 : kWeightOfQuotient;
}

// Can those that are new be told in the time that a query has?
bool Z3Solver::may_assert(std::span<const ExprId> constraints) {
  const auto is_new = std::ranges::mismatch(asserted_, constraints).in2;
  std::uint64_t bits = 0;
  for (auto e = is_new; e != constraints.end(); ++e) bits += bits_of(*e);
  return bits <= kBitsPerMillisecond * milliseconds_;
}

std::uint32_t Z3Solver::bits_of(ExprId e) {
  const auto bits = [&](ExprId operand) { return operand.valid() ? bits_[operand.index()] : 0; };
  for (std::size_t i = bits_.size(); i <= e.index(); ++i) {
    const Node& node = in_[ExprId(i)];
    const std::uint32_t own = is_product_or_quotient(node.kind) ? node.width * node.width / 2U : node.width;
    bits_.push_back(std::min(kMostBits, own + bits(node.a) + bits(node.b) + bits(node.c)));
  }
  return bits_[e.index()];
}

z3::check_result Z3Solver::check_step_by_step(std::span<const ExprId> constraints) {
  assert_constraints(constraints);
  engine_->asked = &engine_->step_by_step;
  return engine_->step_by_step.check();
}

z3::check_result Z3Solver::check_at_once(z3::solver& solver, std::span<const ExprId> constraints) {
  solver.reset();
  for (const ExprId e : constraints) solver.add(engine_->terms.term(e));
  engine_->asked = &solver;
  return solver.check();
}

void Z3Solver::assert_constraints(std::span<const ExprId> constraints) {
  const auto common = static_cast<std::size_t>(std::ranges::mismatch(asserted_, constraints).in1 - asserted_.begin());
  if (common < asserted_.size()) engine_->step_by_step.pop(static_cast<unsigned>(asserted_.size() - common));
  asserted_.resize(common);
  for (const ExprId e : constraints.subspan(common)) {
    engine_->step_by_step.push();
    engine_->step_by_step.add(engine_->terms.term(e));
    asserted_.push_back(e);
  }
}

// They may be partially asserted.
void Z3Solver::forget_constraints() {
  engine_->step_by_step.reset();
  asserted_.clear();
}

void Z3Solver::read_model(std::span<const ExprId> constraints, Model& model) {
  const z3::model found = engine_->asked->get_model();
  model.clear();
  for (const ExprId e : constraints) {
    for (const VariableId v : in_.variables_of(e)) model.set(v, engine_->terms.value(found, v));
  }
  base::poll_stop();  // an interrupted evaluation yields wrong values
  evaluator_.use(model);
  for (const ExprId e : constraints) {
    CHECK_MSG(evaluator_.holds(e), "Z3 and the evaluation differ: {}", to_text(in_, e));
  }
}

}  // namespace heddle::symbolic
