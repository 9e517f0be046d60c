#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "slice/inclusion.h"

namespace heddle::slice {

// What the pointers of a whole program may point to: by inclusion, ignoring the order of statements (so that it holds
// for all interleavings), call stacks, and the parts of an object. An object is a variable, a function, an allocation
// site, or everything that code outside the program knows about.
//
// Every value may carry a pointer, even a number, and every instruction except a comparison passes on what its operands
// carry.
class PointsTo {
 public:
  using Object = Inclusions::Node;

  explicit PointsTo(const llvm::Module& module);

  // The objects that the value may point to.
  const InclusionSolver::Set& objects(const llvm::Value& pointer) const;
  // Those that code outside the program may access.
  const InclusionSolver::Set& escaped() const { return solver_.set(unknown_); }
  // The object for this variable, function or allocation.
  Object object_of(const llvm::Value& value) const { return objects_.lookup(&value); }
  // The inverse; null for what is outside.
  const llvm::Value* origin(Object object) const { return origins_.lookup(object); }
  // The variable arguments of a function.
  Object rest_of(const llvm::Function& function) const { return rests_.lookup(&function); }

  // The functions with a body that the call may run, in this thread or in one that it creates; and whether it may also
  // run code about which nothing is known.
  using Functions = llvm::SetVector<const llvm::Function*>;
  const Functions& callees(const llvm::CallBase& call) const;
  bool may_call_unknown(const llvm::CallBase& call) const;
  // The functions with a body that code outside the program may call.
  const Functions& callbacks() const { return callbacks_; }
  // The functions with a body that threads run.
  const Functions& thread_functions() const { return thread_functions_; }

 private:
  using Node = Inclusions::Node;

  Node node(const llvm::Value& value);
  Node make_node(const llvm::Value& value);
  void add_object(const llvm::Value& value);
  void add(const llvm::GlobalVariable& variable);
  void add(const llvm::Function& function);
  void add(const llvm::Instruction& instruction);
  void add_call(const llvm::CallBase& call);
  void add_external_call(const llvm::CallBase& call);
  void add_intrinsic(const llvm::CallBase& call);
  void copy(Node to, Node from) { system_.copies.push_back({to, from}); }
  void hand_on_operands(const llvm::User& user);
  void escape(const llvm::CallBase& call);

  bool find_callees();
  bool link(const llvm::CallBase& call, const llvm::Function& callee, unsigned first);
  bool link_targets(const llvm::CallBase& call, const llvm::Value& pointer, unsigned first);
  bool link_callbacks();

  Inclusions system_;
  InclusionSolver solver_{system_};
  Node nothing_ = 0;
  Node unknown_ = 0;         // everything that code outside the program has
  Node outside_ = 0;         // the object that represents its memory
  Node thread_results_ = 0;  // what threads return
  llvm::DenseMap<const llvm::Value*, Node> nodes_;
  llvm::DenseMap<const llvm::Value*, Object> objects_;
  llvm::DenseMap<Object, const llvm::Value*> origins_;
  llvm::DenseMap<const llvm::Function*, Node> results_;
  llvm::DenseMap<const llvm::Function*, Object> rests_;
  llvm::DenseMap<Node, const llvm::Function*> functions_;  // by object
  std::vector<const llvm::CallBase*> calls_;
  llvm::DenseMap<const llvm::CallBase*, Functions> callees_;
  llvm::DenseSet<const llvm::CallBase*> unknown_calls_;
  Functions callbacks_;
  Functions thread_functions_;
};

}  // namespace heddle::slice
