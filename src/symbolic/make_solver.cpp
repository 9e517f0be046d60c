#include "symbolic/make_solver.h"

#include <utility>

#include "symbolic/solvers/cache.h"
#include "symbolic/solvers/checking.h"
#include "symbolic/solvers/constant_constraints.h"
#include "symbolic/solvers/independence.h"
#include "symbolic/solvers/ranges.h"
#include "symbolic/solvers/small_domains.h"
#include "symbolic/solvers/stored_models.h"
#include "symbolic/solvers/validated.h"
#include "symbolic/solvers/z3_solver.h"

namespace heddle::symbolic {
namespace {

#ifdef HEDDLE_CHECKED
// Z3 alone, with statistics of its own.
class Reference : public Solver {
 public:
  Reference(const Expressions& in, double seconds) : solver_(in, seconds, statistics_) {}
  Answer solve(std::span<const ExprId> constraints, Model& model) override { return solver_.solve(constraints, model); }

 private:
  SolverStatistics statistics_;
  Z3Solver solver_;
};
#endif

}  // namespace

std::unique_ptr<Solver> make_solver(Expressions& in, const SolverOptions& options, SolverStatistics& statistics) {
  std::unique_ptr<Solver> top = std::make_unique<Z3Solver>(in, options.seconds_per_query, statistics);
  top = std::make_unique<Cache>(std::move(top), statistics.by_cache);
  top = std::make_unique<Ranges>(std::move(top), in, statistics.by_ranges);
  top = std::make_unique<SmallDomains>(std::move(top), in, statistics.by_trying);
  top = std::make_unique<StoredModels>(std::move(top), in, statistics.parts_by_stored_models);
  top = std::make_unique<Independence>(std::move(top), in, statistics.parts_by_stored_models);
  top = std::make_unique<StoredModels>(std::move(top), in, statistics.by_stored_models);
  top = std::make_unique<ConstantConstraints>(std::move(top), in, statistics);
#ifdef HEDDLE_CHECKED
  top = std::make_unique<Checking>(std::move(top), std::make_unique<Reference>(in, options.seconds_per_query), in);
#endif
  return std::make_unique<Validated>(std::move(top), in, statistics);
}

}  // namespace heddle::symbolic
