#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_set.h"
#include "base/rng.h"
#include "explore/input_solver.h"
#include "symbolic/evaluate.h"
#include "symbolic/model.h"
#include "trace/executor.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore {

// What a run decided up to its first false assumption. The last decision is that assumption, or one made by its thread:
// in `assume(a && b)` a false `a` leaves nothing to decide.
using FailedRun = std::vector<trace::Operation>;

// Random inputs that satisfy assumptions which purely random ones do not.
//
// A run that was stopped by a false assumption yields two *recipes*: a test makes the last decision differently, and
// all earlier ones as the run did; or it takes any path, except that wherever it follows the run up to an assumption
// the assumption holds, and it does not make the last decision as the run did. One solution of the solver serves both.
// Random changes lead from it to others, and where there is none nearby, the solver is asked again, with a random value
// for some variable. The recipes whose tests get through are used most. Owned by a strategy.
class AssumedInputs {
 public:
  AssumedInputs(const trace::Executor& executor, const symbolic::SolverOptions& options, std::uint64_t seed);

  using RecipeNumber = std::uint32_t;
  static constexpr RecipeNumber kNone = UINT32_MAX;

  // False if the run encountered no false assumption about inputs.
  static bool read(const trace::Trace& trace, FailedRun& failed);

  // Analyses the run.
  void learn(FailedRun& failed);
  // A run with inputs of this recipe has encountered a false assumption, or none.
  void count(RecipeNumber recipe, bool failed);

  // Fills in the inputs that assumptions are about, and leaves the others to the policy; kNone if it leaves all of
  // them.
  RecipeNumber draw(std::vector<trace::InputValue>& inputs);

  void add_to(Progress& progress) const { solver_.add_to(progress); }

 private:
  struct Recipe {
    Path constraints;
    std::vector<symbolic::VariableId> variables;  // that occur in them
    std::vector<symbolic::Model> solutions;
    std::size_t asked = 0;  // how often the solver was asked for others
    std::uint32_t runs = 0;
    std::uint32_t failed = 0;
  };

  bool is_too_hard() const;
  bool is_worth_learning(const FailedRun& failed);
  // What a test must satisfy that deviates from the run: on the same path up to its last decision, or on any path.
  struct Paths {
    Path same;
    Path any;
  };
  Paths paths_beside(const FailedRun& failed);
  void add_recipe(Path constraints);
  Recipe& choose();
  // Changes some variables at random, as long as all constraints hold; false if nothing could be changed.
  bool change(const Recipe& recipe, symbolic::Model& model);
  bool ask(Recipe& recipe);
  std::uint64_t random_value(symbolic::VariableId v, std::uint64_t present);
  bool holds(const Recipe& recipe, const symbolic::Model& model);
  void write(const Recipe& recipe, const symbolic::Model& model, std::vector<trace::InputValue>& inputs) const;

  symbolic::Expressions* expressions_;
  InputSolver solver_;
  symbolic::Evaluator evaluator_;
  base::Rng rng_;
  base::HashSet known_;            // failed runs that were learnt from
  std::uint64_t failed_runs_ = 0;  // that were not known
  std::vector<Recipe> recipes_;
  std::size_t oldest_ = 0;  // recipe
  std::vector<trace::InputValue> unused_;
};

}  // namespace heddle::explore
