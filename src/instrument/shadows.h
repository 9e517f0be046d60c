#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <vector>

#include "instrument/locals.h"
#include "instrument/meetings.h"
#include "instrument/places.h"
#include "instrument/shadow_helpers.h"
#include "instrument/taint.h"
#include "symbolic/kinds.h"

namespace heddle::instrument {

// What the shadows of all functions of a module share. Owned by the pass.
struct ShadowContext {
  llvm::Module& module;
  ShadowHelpers helpers;
  Places& places;
  Taint& taint;
  bool locals = false;      // do local variables become symbolic?
  bool meetings = false;    // are the points announced where ways meet again?
  bool is_library = false;  // is_library_version()
  llvm::DenseMap<const llvm::Function*, llvm::Constant*> tags{};

  // What represents the function in __heddle_shadows: its address, or something else where nobody else needs to know
  // it, so that the function does not count as one whose address is taken.
  llvm::Constant* tag(llvm::Function& function);
};

// Gives every value of one function that may depend on inputs its shadow, an i32, and puts the decisions before what
// depends on them:
//
//   %c = add i32 %a, %b          %c = add i32 %a, %b
//                                %c.s = call i32 @heddle.binary(add 32, %a.s, %a, %b.s, %b)
//   %d = load i32, ptr %p        call void @heddle.decide(%p.s, %p, @place)
//                                %d = load i32, ptr %p
//                                %d.s = call i32 @heddle.load(%p, 4, %d)
//   store i32 %c, ptr %q         store i32 %c, ptr %q
//                                call void @heddle.store(%q, 4, %c.s, %c)
//   br i1 %e, …                  call void @heddle.decide(%e.s, %e, @place)
//                                br i1 %e, …
//
// A value that consists of several parts has a shadow for each. Used once, before the hooks of accesses and calls are
// inserted, which then come between a decision and what it is for.
class Shadows {
 public:
  // `bits`: the variables for which it is known which bits have no value, and where that information is.
  Shadows(ShadowContext& context, llvm::Function& function,
          const llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*>& bits)
      : context_(context), helpers_(context.helpers), function_(function), bits_(bits), dominators_(function) {}

  // `operations` are those that may be visible; `meetings` may be null.
  void add(const llvm::DenseSet<const llvm::Instruction*>& operations, Meetings* meetings);
  // The runtime compares the iterations of a loop by the values carried over: it also gets their shadows.
  void tell_loop(llvm::CallInst& hook, llvm::ArrayRef<llvm::Value*> state);
  // Called afterwards. The call that asks for the shadow of what was loaded, or keeps that of what was stored, if it is
  // the only one of that load or store.
  llvm::CallInst* only_look(const llvm::Instruction& access) const;
  // If this holds before the load or store, it does not touch memory with shadows.
  void set_quiet(const llvm::Instruction& access, llvm::Value& quiet);

 private:
  using Builder = llvm::IRBuilder<>;
  using Parts = llvm::SmallVector<llvm::Value*, 2>;

  static constexpr unsigned kWordBits = 64;
  static unsigned width_of(const llvm::Type& type);
  // The shadows of a value, one for each of its parts.
  Parts of(llvm::Value* value);
  llvm::Value* one(llvm::Value* value) { return of(value).front(); }
  void set(llvm::Value& value, Parts shadows) { shadows_[&value] = std::move(shadows); }
  bool taints(const llvm::Value* value) const { return context_.taint(value); }
  // As 64-bit numbers: first the lower one, then the upper one.
  static llvm::Value* word(Builder& builder, llvm::Value* value);
  static llvm::Value* upper_word(Builder& builder, llvm::Value* value);
  static llvm::Instruction* behind(llvm::Instruction& instruction);

  // The beginning of the function, after its stack variables: before them, it would make them dynamic.
  llvm::Instruction* beginning();
  void take_arguments();
  void clear_variables();
  void visit(llvm::Instruction& instruction);
  void visit_as_operation(Locals& locals, llvm::Instruction& instruction);
  void add_locals(Locals& locals, const std::vector<llvm::Instruction*>& instructions);
  // Gives a local variable a shadow of its own if it has none.
  void own_shadow(llvm::Value& value, llvm::Instruction& before);
  void visit_phi(llvm::PHINode& phi);
  void finish_phis();
  // Integers and addresses: shadow_arithmetic.cpp.
  void visit_binary(llvm::BinaryOperator& operation);
  // Floating point: shadow_floats.cpp.
  static bool is_float_operation(const llvm::Instruction& instruction);
  void visit_float(llvm::Instruction& operation);
  void visit_float_cast(llvm::CastInst& cast);
  llvm::Value* float_comparison(Builder& builder, llvm::FCmpInst& compare);
  // False if the intrinsic is not one of those that have expressions.
  bool visit_float_intrinsic(llvm::IntrinsicInst& call);
  void visit_division(llvm::BinaryOperator& operation, symbolic::Kind kind);
  void visit_wide_division(llvm::BinaryOperator& operation);
  struct Comparison {
    symbolic::Kind kind;
    llvm::Value* a;
    llvm::Value* b;
    bool negated = false;
  };
  static Comparison operation_of(llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b);
  bool is_only_branched_on(const llvm::ICmpInst& compare) const;
  llvm::Value* comparison(Builder& builder, llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b);
  void visit_cast(llvm::CastInst& cast);
  void visit_select(llvm::SelectInst& select);
  void visit_address_of(llvm::GetElementPtrInst& element);
  void visit_parts(llvm::Instruction& instruction);
  void visit_load(llvm::LoadInst& load);
  void visit_store(llvm::StoreInst& store);
  void visit_exchange(llvm::AtomicCmpXchgInst& exchange);
  void visit_update(llvm::AtomicRMWInst& update);
  void visit_switch(llvm::SwitchInst& choice);
  void visit_call(llvm::CallBase& call);
  void visit_passed(llvm::CallBase& call);
  void visit_library(llvm::CallBase& call);
  void visit_output(llvm::CallBase& call);
  void visit_assembly(llvm::CallBase& call);
  void visit_intrinsic(llvm::IntrinsicInst& call);
  void visit_funnel_shift(llvm::IntrinsicInst& call);
  void visit_memory_intrinsic(llvm::MemIntrinsic& call);
  void visit_return(llvm::ReturnInst& result);

  llvm::Value* binary(Builder& builder, symbolic::Kind kind, unsigned width, llvm::Value* a, llvm::Value* b);
  llvm::Value* binary(Builder& builder, symbolic::Kind kind, unsigned width, llvm::Value* a_shadow, llvm::Value* a,
                      llvm::Value* b_shadow, llvm::Value* b);
  llvm::Value* unary(Builder& builder, symbolic::Kind kind, unsigned width, unsigned low, llvm::Value* shadow);
  // The shadow of what was just loaded from, or stored to, an address.
  llvm::Value* loaded(Builder& builder, llvm::Value* value, llvm::Value* address, llvm::Align align);
  void stored(Builder& builder, llvm::Value* value, llvm::Value* shadow, llvm::Value* address, llvm::Align align);

  // Stack memory that only loads and stores of this function reach has a variable next to it, which becomes a register:
  // does it have shadows? So they need not be looked up.
  struct Tracked {
    llvm::AllocaInst* any = nullptr;  // a truth value
    std::uint64_t size = 0;
  };
  void track_variables();
  static bool is_tracked(const llvm::Value& pointer);
  const Tracked* tracked(llvm::Value* address) const;
  // Is there certainly no shadow?
  llvm::Value* is_quiet(Builder& builder, llvm::Value* address);
  void note_look(llvm::CallInst* look);
  llvm::Value* loaded_wide(Builder& builder, llvm::Value* value, llvm::Value* address);
  void stored_wide(Builder& builder, llvm::Value* value, llvm::Value* shadow, llvm::Value* address);
  bool is_reachable(const llvm::Value* address) const;
  // Visits the parts of a type that consists of several: the path to each, its offset and its type.
  static void each_part(Builder& builder, llvm::Type* type,
                        llvm::function_ref<void(llvm::ArrayRef<unsigned>, std::uint64_t, llvm::Type*)> visit);

  // Inserted before the instruction: shadow_decisions.cpp.
  void decide(llvm::Instruction& before, llvm::Value* value);
  bool is_decided(llvm::Instruction& here, llvm::Value* value);
  // Unless `table`, if it is not null, is a shadow.
  void decide_address(llvm::Instruction& before, llvm::Value* pointer, llvm::Value* table = nullptr);
  void decide_unless(llvm::Instruction& before, llvm::Value* value, llvm::Value* table);
  // The shadow of what will be loaded if it is one expression for all addresses, 0 if it is not; null if it never is.
  llvm::Value* table(llvm::LoadInst& load);
  // The shadow that the value has in memory: none if it must be decided.
  llvm::Value* before_exchange(llvm::Instruction& exchange, llvm::Value* value, llvm::Value* address);
  // What an atomic update does: shadow_accesses.cpp.
  struct Update;
  llvm::Value* combined(const Update& u, symbolic::Kind kind);
  llvm::Value* chosen(const Update& u, symbolic::Kind less, bool larger);
  llvm::Value* updated(const Update& u);
  void fix(llvm::Instruction& before, llvm::Value* value, const char* reason);
  void fix_part(llvm::Instruction& before, llvm::Value* shadow, llvm::Value* value, const char* reason);
  void fix_parts(llvm::ReturnInst& result, const Parts& parts);
  void fix_operands(llvm::Instruction& instruction, const char* reason);
  bool leads_to_memory(llvm::Value* argument) const;
  static llvm::Value* size_behind(Builder& builder, const llvm::CallBase& call, const llvm::Use& argument);
  void fix_objects(llvm::CallBase& call, const std::string& reason, llvm::Value* condition);
  // What a function that synchronises reads through one of its arguments.
  void fix_data(llvm::CallBase& call, const std::string& reason);
  void fix_passed(llvm::CallBase& call);
  void fix_leaving(llvm::CallBase& call, unsigned count);
  void return_to_others(llvm::ReturnInst& result);
  void decide_exit_code(llvm::ReturnInst& result);
  void fix_memory(llvm::Instruction& before, llvm::Value* address, std::uint64_t size, const char* reason);

  ShadowContext& context_;
  ShadowHelpers& helpers_;
  llvm::Function& function_;
  const llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*>& bits_;
  llvm::DenseMap<const llvm::Value*, Parts> shadows_;
  std::vector<llvm::PHINode*> phis_;
  Meetings* meetings_ = nullptr;
  llvm::DenseMap<const llvm::Value*, Tracked> tracked_;
  const llvm::Instruction* access_ = nullptr;  // the load or store under consideration
  llvm::DenseMap<const llvm::Instruction*, llvm::SmallVector<llvm::CallInst*, 2>> looks_;  // of a load or store
  llvm::DominatorTree dominators_;  // of the function before edges are split
  // Where values were decided.
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<llvm::Instruction*, 1>> decided_;
};

}  // namespace heddle::instrument
