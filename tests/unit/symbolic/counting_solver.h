#pragma once

#include <memory>
#include <vector>

#include "symbolic/solver.h"

namespace heddle::symbolic {

// What a CountingSolver was asked, and what it answers.
struct Script {
  Answer answer = Answer::kSatisfiable;
  Model model;
  std::vector<std::vector<ExprId>> asked;
  std::vector<Model> remembered;
};

// Takes the place below the layer under test: records what it is asked.
class CountingSolver : public Solver {
 public:
  explicit CountingSolver(Script& script) : script_(script) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override {
    script_.asked.emplace_back(constraints.begin(), constraints.end());
    if (script_.answer == Answer::kSatisfiable) model = script_.model;
    return script_.answer;
  }
  void remember(const Model& model) override { script_.remembered.push_back(model); }

 private:
  Script& script_;
};

}  // namespace heddle::symbolic
