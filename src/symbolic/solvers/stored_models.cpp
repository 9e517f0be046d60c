#include "symbolic/solvers/stored_models.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace heddle::symbolic {

Answer StoredModels::solve(std::span<const ExprId> constraints, Model& model) {
  for (std::size_t i = 0; i < stored_.size(); ++i) {
    if (!satisfies(*stored_[i], constraints)) continue;
    std::rotate(stored_.begin(), stored_.begin() + static_cast<std::ptrdiff_t>(i),
                stored_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    model = stored_.front()->model;
    ++answered_;
    return Answer::kSatisfiable;
  }
  const Answer answer = pass_on(constraints, model);
  if (answer == Answer::kSatisfiable) store(model);
  return answer;
}

void StoredModels::remember(const Model& model) {
  store(model);
  Layer::remember(model);
}

// The last constraint first: the question is usually the constraints of a run that has been seen, with the last one
// negated, so this is the one that does not hold in the available models.
bool StoredModels::satisfies(Stored& stored, std::span<const ExprId> constraints) {
  for (const ExprId e : std::views::reverse(constraints)) {
    if (e.index() >= stored.truths.size()) stored.truths.resize(in_.size());
    Truth& truth = stored.truths[e.index()];
    if (truth == Truth::kNotEvaluated) {
      if (in_use_ != &stored) evaluator_.use(stored.model);
      in_use_ = &stored;
      truth = evaluator_.holds(e) ? Truth::kTrue : Truth::kFalse;
    }
    if (truth == Truth::kFalse) return false;
  }
  return true;
}

void StoredModels::store(const Model& model) {
  const auto same = std::ranges::find_if(stored_, [&](const auto& s) { return s->model == model; });
  if (same != stored_.end()) {
    std::rotate(stored_.begin(), same, same + 1);
    return;
  }
  std::unique_ptr<Stored> place;
  if (stored_.size() == kMaxModels) {
    place = std::move(stored_.back());
    stored_.pop_back();
    place->truths.clear();
    if (in_use_ == place.get()) in_use_ = nullptr;
  } else {
    place = std::make_unique<Stored>();
  }
  place->model = model;
  stored_.insert(stored_.begin(), std::move(place));
}

}  // namespace heddle::symbolic
