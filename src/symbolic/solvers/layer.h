#pragma once

#include <memory>
#include <span>
#include <utility>

#include "symbolic/solver.h"

namespace heddle::symbolic {

// A solver that passes what it cannot answer to the one below, which it owns.
class Layer : public Solver {
 public:
  explicit Layer(std::unique_ptr<Solver> below) : below_(std::move(below)) {}

  void set_effort(Effort effort) override { below_->set_effort(effort); }
  void remember(const Model& model) override { below_->remember(model); }

 protected:
  Answer pass_on(std::span<const ExprId> constraints, Model& model) { return below_->solve(constraints, model); }

 private:
  std::unique_ptr<Solver> below_;
};

}  // namespace heddle::symbolic
