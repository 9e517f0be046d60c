#include "symbolic/solvers/z3_solver.h"

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "base/stop.h"
#include "symbolic/text.h"

namespace heddle::symbolic {
namespace {

// A limit in time makes Z3 start a thread, which takes as long as a short query. Therefore a query is first tried with
// a limit in Z3's own count of work, some ten milliseconds, and only then with the limit in time.
constexpr unsigned kFewResources = 50'000;
constexpr unsigned kWorthTwoTries = 500;  // milliseconds

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Z3Solver::Z3Solver(const Expressions& in, double seconds_per_query, SolverStatistics& statistics)
    : in_(in),
      statistics_(statistics),
      milliseconds_(static_cast<unsigned>(std::max(1.0, seconds_per_query * 1000))),
      solver_(context_, z3::solver::simple()),
      by_bits_(context_, "qfbv"),
      terms_(context_, in),
      evaluator_(in) {
  z3::params params(context_);
  // As Z3 would choose by itself for bit-vectors if it saw the whole problem at once.
  params.set("auto_config", false);
  params.set("relevancy", 0U);
  params.set("rlimit", kFewResources);
  solver_.set(params);
}

Answer Z3Solver::solve(std::span<const ExprId> constraints, Model& model) {
  ++statistics_.z3_calls;
  const double start = now();
  const z3::check_result result = check(constraints, model);
  statistics_.z3_seconds += now() - start;
  switch (result) {
    case z3::sat: return Answer::kSatisfiable;
    case z3::unsat: return Answer::kUnsatisfiable;
    case z3::unknown: return Answer::kUnknown;
  }
  return Answer::kUnknown;
}

z3::check_result Z3Solver::check(std::span<const ExprId> constraints, Model& model) {
  const base::StopListener listener([&] { context_.interrupt(); });
  try {
    const z3::check_result result = check_within_limits(constraints, model);
    if (result == z3::unknown) base::poll_stop();
    return result;
  } catch (const z3::exception&) {
    base::poll_stop();
    return z3::unknown;  // it has no memory left
  }
}

z3::check_result Z3Solver::check_within_limits(std::span<const ExprId> constraints, Model& model) {
  if (milliseconds_ < kWorthTwoTries) return check_by_bits(constraints, model);
  assert_constraints(constraints);
  const z3::check_result result = solver_.check();
  if (result == z3::unknown) return check_by_bits(constraints, model);
  if (result == z3::sat) read_model(constraints, solver_.get_model(), model);
  return result;
}

z3::check_result Z3Solver::check_by_bits(std::span<const ExprId> constraints, Model& model) {
  z3::solver solver = by_bits_.mk_solver();
  z3::params params(context_);
  params.set("timeout", milliseconds_);
  solver.set(params);
  for (const ExprId e : constraints) solver.add(terms_.term(e));
  const z3::check_result result = solver.check();
  if (result == z3::sat) read_model(constraints, solver.get_model(), model);
  return result;
}

void Z3Solver::assert_constraints(std::span<const ExprId> constraints) {
  const auto common = static_cast<std::size_t>(std::ranges::mismatch(asserted_, constraints).in1 - asserted_.begin());
  if (common < asserted_.size()) solver_.pop(static_cast<unsigned>(asserted_.size() - common));
  asserted_.resize(common);
  for (const ExprId e : constraints.subspan(common)) {
    solver_.push();
    solver_.add(terms_.term(e));
    asserted_.push_back(e);
  }
}

void Z3Solver::read_model(std::span<const ExprId> constraints, const z3::model& found, Model& model) {
  model.clear();
  for (const ExprId e : constraints) {
    for (const VariableId v : in_.variables_of(e)) model.set(v, terms_.value(found, v));
  }
  evaluator_.use(model);
  for (const ExprId e : constraints) {
    CHECK_MSG(evaluator_.holds(e), "Z3 and the evaluation differ: {}", to_text(in_, e));
  }
}

}  // namespace heddle::symbolic
