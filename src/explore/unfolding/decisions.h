#pragma once

#include <cstdint>
#include <vector>

#include "explore/input_solver.h"
#include "unfolding/branching_process.h"

namespace heddle::explore {

// The conditions of the decisions in a configuration of the unfolding. The decisions that a thread has made up to an
// event are kept as a linked list that shares its tail with that of the previous event. Owned by UnfoldingStrategy.
class Decisions {
 public:
  Decisions(const unfolding::BranchingProcess& process, InputSolver& inputs) : process_(process), inputs_(inputs) {}

  // Valid until the next call.
  const Path& path(const unfolding::History& configuration);
  // The decisions themselves.
  std::vector<unfolding::EventId> events(const unfolding::History& configuration);

 private:
  struct Decision {
    unfolding::EventId event;
    symbolic::ExprId condition;
    std::uint32_t previous = 0;
  };
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  // The last decision of the thread up to the event: an index into decisions_, 0 if there is none.
  std::uint32_t last(unfolding::EventId e);
  template <class Visit>
  void for_each(const unfolding::History& configuration, Visit visit);

  const unfolding::BranchingProcess& process_;
  InputSolver& inputs_;
  std::vector<std::uint32_t> last_;  // by event; kUnknown until requested
  std::vector<Decision> decisions_{1};
  std::vector<unfolding::EventId> unknown_;
  Path path_;
};

}  // namespace heddle::explore
