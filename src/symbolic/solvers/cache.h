#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Sets of constraints that have been answered. A set is satisfiable if it is a subset of a satisfiable one, by the same
// model, and unsatisfiable if it is a superset of an unsatisfiable one; "unknown" is not kept. Bounded: the last
// kMaxSets for each answer, searched using a 64-bit signature per set.
class Cache : public Layer {
 public:
  static constexpr std::size_t kMaxSets = 4096;

  Cache(std::unique_ptr<Solver> below, std::uint64_t& answered) : Layer(std::move(below)), answered_(answered) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  // Sets with one answer, in a ring.
  struct Sets {
    std::vector<std::uint64_t> signatures;
    std::vector<std::vector<ExprId>> members;  // each in ascending order
    std::vector<Model> models;                 // of satisfiable sets
    std::vector<base::Hash128> hashes;
    std::size_t next = 0;  // the one to be replaced, once the ring is full
  };
  struct Place {
    bool satisfiable = false;
    std::uint32_t index = 0;
  };

  // The query, as a sorted set.
  struct Query {
    std::vector<ExprId> members;
    std::uint64_t signature = 0;
    base::Hash128 hash;
  };

  void prepare(std::span<const ExprId> constraints);
  bool is_known(Answer& answer, Model& model) const;
  bool has_unsatisfiable_subset() const;
  const Model* model_of_superset() const;
  void keep(bool satisfiable, const Model& model);

  std::uint64_t& answered_;
  Query query_;
  Sets satisfiable_;
  Sets unsatisfiable_;
  std::unordered_map<base::Hash128, Place> places_;
};

}  // namespace heddle::symbolic
