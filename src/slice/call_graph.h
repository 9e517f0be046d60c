#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "slice/points_to.h"

namespace heddle::slice {

// Which functions call which in the whole program, including calls through pointers, calls from code outside the
// program, and the creation of threads.
class CallGraph {
 public:
  using Functions = llvm::DenseSet<const llvm::Function*>;
  using Calls = std::vector<const llvm::CallBase*>;
  using Instructions = std::vector<const llvm::Instruction*>;

  CallGraph(const llvm::Module& module, const PointsTo& points_to);

  // The functions with a body that the call may run.
  const PointsTo::Functions& callees(const llvm::CallBase& call) const;
  // Does it run them in another thread?
  bool creates_thread(const llvm::CallBase& call) const { return creations_.contains(&call); }
  // The calls that may run the function.
  const Calls& callers(const llvm::Function& function) const;
  // All functions that calls in this one may lead to, in the same thread.
  const Functions& below(const llvm::Function& function) const;
  // Where a function may be left: by return, by an exception, or never.
  const Instructions& exits(const llvm::Function& function) const;

  // What runs before main.
  const std::vector<const llvm::Function*>& constructors() const { return constructors_; }
  const llvm::Function* main() const { return main_; }
  // Functions that code outside the program may call, also when a thread or the program ends.
  const PointsTo::Functions& callbacks() const { return callbacks_; }
  const PointsTo::Functions& thread_functions() const { return thread_functions_; }
  // May such functions run at any time, as signal handlers?
  bool has_handlers() const { return has_handlers_; }
  // Calls that make another call return for a second time, and the calls that do return again.
  const Calls& jumps() const { return jumps_; }
  static bool returns_twice(const llvm::Instruction& instruction);

 private:
  void add(const llvm::Function& function, const PointsTo& points_to);
  void add(const llvm::CallBase& call, const PointsTo& points_to);
  void add_constructors(const llvm::Module& module);

  const llvm::Function* main_ = nullptr;
  std::vector<const llvm::Function*> constructors_;
  const PointsTo::Functions& callbacks_;
  const PointsTo::Functions& thread_functions_;
  bool has_handlers_ = false;
  Calls jumps_;
  llvm::DenseSet<const llvm::CallBase*> creations_;
  std::map<const llvm::CallBase*, PointsTo::Functions> callees_;
  std::map<const llvm::Function*, Calls> callers_;
  std::map<const llvm::Function*, Functions> direct_;
  mutable std::map<const llvm::Function*, Functions> below_;
  std::map<const llvm::Function*, Instructions> exits_;
};

}  // namespace heddle::slice
