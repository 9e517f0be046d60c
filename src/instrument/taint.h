#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <map>

#include "instrument/memory.h"

namespace heddle::instrument {

// How a call treats the shadows of its arguments and of its result.
enum class CallKind {
  kNone,       // does not involve them: intrinsics that only inform the compiler, hooks
  kPassed,     // they go through __heddle_shadows: the function is instrumented, or might be
  kLibrary,    // code without shadows: arguments are fixed, the result is concrete
  kOutput,     // the same, but usually its arguments only go to the outside
  kIntrinsic,  // an operation
  kAssembly,
};
CallKind call_kind(const llvm::CallBase& call);

// May values of this type have shadows? Integers of up to 128 bits and pointers.
bool is_symbolic_type(const llvm::Type& type);
// May the value be a local variable that becomes symbolic by itself? Numbers of up to 64 bits; a pointer points where
// it points.
bool is_local(const llvm::Value& value);
// The types that a value of this type consists of: itself, or the parts of a structure, in order.
llvm::SmallVector<llvm::Type*, 2> parts_of(llvm::Type* type);

// Which values may depend on inputs, so that the rest has no shadows and costs nothing: computes the greatest set of
// concrete values that are computed from each other. What is loaded from memory is unknown, except for constants and
// stack variables that nobody else can reach. Valid for the module as it was when this was created. Owned by the pass.
class Taint {
 public:
  using Memories = std::map<const llvm::Function*, MemoryOf>;
  // `functions` will have shadows. `locals`: numbers become symbolic by themselves, whatever they are computed from.
  Taint(const llvm::DenseSet<const llvm::Function*>& functions, Memories& memories, bool locals);

  bool operator()(const llvm::Value* value) const { return values_.contains(value); }
  // Does this function, or one that is not known here, return such values?
  bool returns(const llvm::Function& function) const { return returns_.contains(&function); }
  // Are all calls of the function known?
  static bool is_closed(const llvm::Function& function);
  bool is_instrumented(const llvm::Function& function) const { return functions_.contains(&function); }
  // Can others reach what the pointer points to?
  bool is_shared(const llvm::Value& pointer, const llvm::Function& function) {
    return memories_[&function](pointer) == Memory::kShared;
  }
  // May the memory hold such values?
  bool in_memory(const llvm::Value& pointer, const llvm::Function& function) { return of_memory(pointer, function); }

 private:
  bool visit(const llvm::Function& function);
  bool visit_call(const llvm::CallBase& call);
  bool is_tainted(const llvm::Instruction& instruction);
  bool of_call(const llvm::CallBase& call) const;
  bool of_memory(const llvm::Value& pointer, const llvm::Function& function);
  bool taint_stores(const llvm::Instruction& instruction);
  bool any_operand(const llvm::Instruction& instruction) const;
  bool add(const llvm::Value* value) { return values_.insert(value).second; }

  const llvm::DenseSet<const llvm::Function*>& functions_;
  Memories& memories_;
  llvm::DenseSet<const llvm::Value*> values_;
  llvm::DenseSet<const llvm::Value*> variables_;  // on the stack, in which tainted values are stored
  llvm::DenseSet<const llvm::Function*> returns_;
};

}  // namespace heddle::instrument
