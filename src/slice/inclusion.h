#pragma once

#include <llvm/ADT/SparseBitVector.h>

#include <cstdint>
#include <set>
#include <vector>

namespace heddle::slice {

// Inclusion constraints in the manner of Andersen ("Program Analysis and Specialization for the C Programming
// Language", 1994, chapter 4). A node is a set of nodes: for a pointer, the objects that it may point to; for an
// object, what the pointers inside it may point to.
struct Inclusions {
  using Node = std::uint32_t;
  struct Pair {
    Node to = 0;
    Node from = 0;
  };

  Node nodes = 0;              // 0, 1, …
  std::vector<Pair> elements;  // from ∈ to         to = &from
  std::vector<Pair> copies;    // from ⊆ to         to = from
  std::vector<Pair> loads;     // ∀o ∈ from: o ⊆ to   to = *from
  std::vector<Pair> stores;    // ∀o ∈ to: from ⊆ o   *to = from

  Node add() { return nodes++; }
};

// The least solution of a system of inclusions that may grow between two calls of solve().
//
// Invariants, after solve(): 1. nodes of one cycle of copies that was noticed share one set (`find`); 2. `done_` of a
// node is the part of its set that has passed through its loads, stores and copies.
class InclusionSolver {
 public:
  using Node = Inclusions::Node;
  using Set = llvm::SparseBitVector<>;

  explicit InclusionSolver(const Inclusions& system) : system_(system) {}

  void solve();
  const Set& set(Node node) const { return sets_[find(node)]; }

 private:
  void take_new_constraints();
  void visit(Node node);
  void add_copy(Node to, Node from);
  void push(Node node);
  Node find(Node node) const;
  void merge(Node into, Node other);
  void collapse_cycle(Node from, Node to);

  const Inclusions& system_;
  struct Taken {
    std::size_t elements = 0, copies = 0, loads = 0, stores = 0;
  } taken_;
  mutable std::vector<Node> representative_;
  std::vector<Set> sets_;
  std::vector<Set> done_;
  std::vector<Set> successors_;            // the copies from a node
  std::vector<std::vector<Node>> loads_;   // by pointer: where to
  std::vector<std::vector<Node>> stores_;  // by pointer: what
  Set looked_for_cycles_;                  // nodes whose copies were followed once
  std::vector<Node> worklist_;
  std::vector<bool> waiting_;
};

// Its slow twin: applies all constraints over and over until nothing changes.
std::vector<std::set<Inclusions::Node>> solve_naively(const Inclusions& system);

}  // namespace heddle::slice
