#pragma once

#include <memory>

#include "symbolic/expressions.h"
#include "symbolic/solver.h"

namespace heddle::symbolic {

struct SolverOptions {
  // A query on which Z3 takes longer is answered with kUnknown.
  double seconds_per_query = 10;
};

// All layers, the cheapest first: constants, stored models of the whole set; then for each independent part stored
// models, all values of few bits, the cache, Z3. With HEDDLE_CHECKED, Z3 alone is asked the same questions. The
// expressions and the statistics must outlive the solver.
std::unique_ptr<Solver> make_solver(Expressions& in, const SolverOptions& options, SolverStatistics& statistics);

}  // namespace heddle::symbolic
