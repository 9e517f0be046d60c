#pragma once

#include <cstdint>

#include "symbolic/make_solver.h"

namespace heddle::explore {

struct Con2colicOptions {
  std::uint32_t interferences = UINT32_MAX;  // candidates with more are omitted
  symbolic::SolverOptions solver;
  // The optimisations of section 5.5, each of which can be switched off.
  bool use_cores = true;
  bool avoid_duplicates = true;
  bool uncovered_first = true;
};

}  // namespace heddle::explore
