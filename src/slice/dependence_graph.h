#pragma once

#include <llvm/ADT/DenseMapInfo.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <vector>

#include "slice/call_graph.h"
#include "slice/control_dependence.h"
#include "slice/memory.h"
#include "slice/points_to.h"

namespace heddle::slice {

// What something can depend on: what a value is (or, for a store or a call, what it does), or whether a block is
// reached.
struct Node {
  enum Kind : unsigned { kValue, kReached };
  llvm::PointerIntPair<const llvm::Value*, 1, Kind> what;

  Kind kind() const { return what.getInt(); }
  const llvm::Value& value() const { return *what.getPointer(); }
  friend bool operator==(const Node&, const Node&) = default;
};
Node value_of(const llvm::Value& value);
Node reached(const llvm::BasicBlock& block);
Node reached(const llvm::Instruction& instruction);

// The dependence graph of a whole program: through registers, memory (every store that may alias, in any thread,
// reaches every load), control, calls, and the creation and joining of threads. It does not track call stacks: what one
// call passes to a function may come out of any other.
class DependenceGraph {
 public:
  DependenceGraph(llvm::Module& module, const PointsTo& points_to, const CallGraph& calls, const Memory& memory);

  using Nodes = std::vector<Node>;
  // The direct dependencies of the node.
  Nodes dependencies(const Node& node) const;
  // The calls that lead to the function of this block, if it is the first.
  const CallGraph::Calls& calls_to(const Node& node) const;

 private:
  void add_value(const llvm::Value& value, Nodes& nodes) const;
  void add_operands(const llvm::User& user, Nodes& nodes) const;
  void add_memory(const llvm::Instruction& instruction, Nodes& nodes) const;
  void add_phi(const llvm::PHINode& phi, Nodes& nodes) const;
  void add_call(const llvm::CallBase& call, Nodes& nodes) const;
  void add_results(const llvm::Function& function, Nodes& nodes) const;
  void add_ends_of_threads(Nodes& nodes) const;
  void add_further_arguments(const llvm::Function& function, Nodes& nodes) const;
  void add_argument(const llvm::Argument& argument, Nodes& nodes) const;
  void add_reached(const llvm::BasicBlock& block, Nodes& nodes) const;

  const PointsTo& points_to_;
  const CallGraph& calls_;
  const Memory& memory_;
  std::map<const llvm::Function*, ControlDependence> control_;
  std::vector<const llvm::CallBase*> thread_ends_;  // pthread_exit
};

}  // namespace heddle::slice

namespace llvm {
template <>
struct DenseMapInfo<heddle::slice::Node> {
  using Node = heddle::slice::Node;
  using Pair = decltype(Node::what);
  static Node getEmptyKey() { return {DenseMapInfo<Pair>::getEmptyKey()}; }
  static Node getTombstoneKey() { return {DenseMapInfo<Pair>::getTombstoneKey()}; }
  static unsigned getHashValue(const Node& node) { return DenseMapInfo<Pair>::getHashValue(node.what); }
  static bool isEqual(const Node& a, const Node& b) { return a == b; }
};
}  // namespace llvm
