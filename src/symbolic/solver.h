#pragma once

#include <cstdint>
#include <span>

#include "symbolic/ids.h"
#include "symbolic/model.h"

namespace heddle::symbolic {

enum class Answer : std::uint8_t { kSatisfiable, kUnsatisfiable, kUnknown };

// Which layer answered how many questions, for --stats.
struct SolverStatistics {
  std::uint64_t queries = 0;
  std::uint64_t by_stored_models = 0;        // the whole set holds in a stored model
  std::uint64_t parts_by_stored_models = 0;  // an independent part of a set does
  std::uint64_t by_cache = 0;                // parts that are among the known satisfiable and unsatisfiable sets
  std::uint64_t by_trying = 0;               // parts over so few bits that all values were tried
  std::uint64_t by_ranges = 0;               // parts in which the possible values of each variable could be determined
  std::uint64_t by_constants = 0;            // a constraint is constant
  std::uint64_t z3_calls = 0;
  std::uint64_t z3_work = 0;  // in its own count, some five for a microsecond
  std::uint64_t unknown = 0;
  double z3_seconds = 0;
};

// How much work a question is worth.
enum class Effort : std::uint8_t {
  kLeast,  // what can be answered without Z3
  kQuick,  // some ten milliseconds, counted in Z3's steps: the same question always has the same answer
  kFull,   // as long as SolverOptions allow
};

// Is there a model in which all these conditions (expressions of width 1) hold? Answers are layered: each layer is a
// Solver that has one idea and passes on what it cannot answer.
class Solver {
 public:
  virtual ~Solver() = default;

  // Fills `model` if the answer is kSatisfiable: every constraint evaluates to true in it.
  virtual Answer solve(std::span<const ExprId> constraints, Model& model) = 0;

  // From now on; kFull before that. A quick question without an answer is not counted as unknown.
  virtual void set_effort(Effort /*effort*/) {}

  // Inputs of a run that has been seen: they satisfy whatever that run has decided.
  virtual void remember(const Model& /*model*/) {}
};

}  // namespace heddle::symbolic
