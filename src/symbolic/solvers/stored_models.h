#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Tries the models seen last: those of runs (remember) and those that the solver below has found. Which constraints
// hold in a model is stored with it, so that a constraint is evaluated once per model. Bounded: of more than kMaxModels
// models, the one that has not helped for the longest time is dropped.
class StoredModels : public Layer {
 public:
  static constexpr std::size_t kMaxModels = 32;

  // `answered` counts the queries that a stored model answered.
  StoredModels(std::unique_ptr<Solver> below, const Expressions& in, std::uint64_t& answered)
      : Layer(std::move(below)), in_(in), evaluator_(in), answered_(answered) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;
  void remember(const Model& model) override;

 private:
  enum class Truth : std::uint8_t { kNotEvaluated, kFalse, kTrue };
  struct Stored {
    Model model;
    std::vector<Truth> truths;  // by expression
  };

  bool satisfies(Stored& stored, std::span<const ExprId> constraints);
  void store(const Model& model);

  const Expressions& in_;
  Evaluator evaluator_;
  const Stored* in_use_ = nullptr;  // the one whose model the evaluator has
  std::uint64_t& answered_;
  std::vector<std::unique_ptr<Stored>> stored_;  // the last one that helped comes first
};

}  // namespace heddle::symbolic
