#include "symbolic/solvers/cache.h"

#include <algorithm>

namespace heddle::symbolic {

Answer Cache::solve(std::span<const ExprId> constraints, Model& model) {
  prepare(constraints);
  Answer answer = Answer::kUnknown;
  if (is_known(answer, model)) {
    ++answered_;
    return answer;
  }
  answer = pass_on(constraints, model);
  if (answer != Answer::kUnknown) keep(answer == Answer::kSatisfiable, model);
  return answer;
}

void Cache::prepare(std::span<const ExprId> constraints) {
  query_.members.assign(constraints.begin(), constraints.end());
  std::ranges::sort(query_.members);
  query_.signature = 0;
  query_.hash = {};
  for (const ExprId e : query_.members) {
    query_.signature |= std::uint64_t{1} << (base::mix(e.value) & 63);
    query_.hash.add(e.value);
  }
}

bool Cache::is_known(Answer& answer, Model& model) const {
  if (const auto same = places_.find(query_.hash); same != places_.end()) {
    answer = same->second.satisfiable ? Answer::kSatisfiable : Answer::kUnsatisfiable;
    if (same->second.satisfiable) model = satisfiable_.models[same->second.index];
    return true;
  }
  if (has_unsatisfiable_subset()) {
    answer = Answer::kUnsatisfiable;
    return true;
  }
  const Model* found = model_of_superset();
  if (found == nullptr) return false;
  model = *found;
  answer = Answer::kSatisfiable;
  return true;
}

// Long sets fill the signature, but most are too long or too short to be examined.
bool Cache::has_unsatisfiable_subset() const {
  for (std::size_t i = 0; i < unsatisfiable_.signatures.size(); ++i) {
    if ((unsatisfiable_.signatures[i] & ~query_.signature) != 0) continue;
    if (unsatisfiable_.members[i].size() > query_.members.size()) continue;
    if (std::ranges::includes(query_.members, unsatisfiable_.members[i])) return true;
  }
  return false;
}

const Model* Cache::model_of_superset() const {
  for (std::size_t i = 0; i < satisfiable_.signatures.size(); ++i) {
    if ((query_.signature & ~satisfiable_.signatures[i]) != 0) continue;
    if (satisfiable_.members[i].size() < query_.members.size()) continue;
    if (std::ranges::includes(satisfiable_.members[i], query_.members)) return &satisfiable_.models[i];
  }
  return nullptr;
}

void Cache::keep(bool satisfiable, const Model& model) {
  Sets& sets = satisfiable ? satisfiable_ : unsatisfiable_;
  std::size_t index = sets.signatures.size();
  if (index < kMaxSets) {
    sets.signatures.push_back(query_.signature);
    sets.members.push_back(query_.members);
    sets.hashes.push_back(query_.hash);
    sets.models.emplace_back();
  } else {
    index = sets.next;
    sets.next = (sets.next + 1) % kMaxSets;
    places_.erase(sets.hashes[index]);
    sets.signatures[index] = query_.signature;
    sets.members[index] = query_.members;
    sets.hashes[index] = query_.hash;
  }
  if (satisfiable) sets.models[index] = model;
  places_[query_.hash] = {satisfiable, static_cast<std::uint32_t>(index)};
}

}  // namespace heddle::symbolic
