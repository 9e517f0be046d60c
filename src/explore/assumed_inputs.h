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

// What a run has decided up to its first false assumption. The last decision is that assumption, or one of its thread:
// in `assume(a && b)` a false `a` leaves nothing to decide.
using FailedRun = std::vector<trace::Operation>;

// Random inputs with which assumptions hold that random ones do not meet.
//
// A run that was stopped by a false assumption gives two *recipes*: a test takes its last decision otherwise, and all
// before it as the run did; or it takes any path, but not this one, and not past an assumption that this run has met.
// The solver gives one solution for both. Random changes lead from it to others, and where there is none nearby, the
// solver is asked again, with a random value for some variable. Those recipes are used most whose tests get through.
// Owned by a strategy.
class AssumedInputs {
 public:
  AssumedInputs(const trace::Executor& executor, const symbolic::SolverOptions& options, std::uint64_t seed);

  using RecipeNumber = std::uint32_t;
  static constexpr RecipeNumber kNone = UINT32_MAX;

  // False if the run has met no false assumption about inputs.
  static bool read(const trace::Trace& trace, FailedRun& failed);

  // Takes the run apart.
  void learn(FailedRun& failed);
  // A run with inputs of this recipe has met a false assumption, or none.
  void count(RecipeNumber recipe, bool failed);

  // Fills in the inputs that assumptions are about, and leaves the others to the policy; kNone if it leaves all.
  RecipeNumber draw(std::vector<trace::InputValue>& inputs);

  void add_to(Progress& progress) const { solver_.add_to(progress); }

 private:
  struct Recipe {
    Path constraints;
    std::vector<symbolic::VariableId> variables;  // that occur in them
    std::vector<symbolic::Model> solutions;
    std::size_t asked = 0;  // the solver, for others
    std::uint32_t runs = 0;
    std::uint32_t failed = 0;
  };

  bool is_too_hard() const;
  bool is_worth_learning(const FailedRun& failed);
  // What a test must meet that goes beside the run: on the same path up to its last decision, or on any.
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
  std::uint64_t failed_runs_ = 0;  // that were unknown
  std::vector<Recipe> recipes_;
  std::size_t oldest_ = 0;  // recipe
  std::vector<trace::InputValue> unused_;
};

}  // namespace heddle::explore
