#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/prune/control_state.h"
#include "explore/prune/transition.h"
#include "symbolic/expressions.h"
#include "symbolic/model.h"
#include "symbolic/substitution.h"
#include "trace/executor.h"
#include "trace/trace.h"

namespace heddle::explore::prune {

// The variables that a state of the program consists of, besides its control state: one for each memory cell and for
// each local variable of a thread. They are the same in every run.
class StateVariables {
 public:
  StateVariables(const trace::Names& names, symbolic::Expressions& in) : names_(&names), in_(&in) {}

  symbolic::VariableId cell(trace::LocationId location);
  symbolic::VariableId local(trace::ThreadId thread, std::uint32_t number, unsigned width);
  // All cells that were ever asked for.
  std::size_t cells() const { return cells_.size(); }

 private:
  const trace::Names* names_;
  symbolic::Expressions* in_;
  std::vector<symbolic::VariableId> cells_;
  std::vector<std::vector<symbolic::VariableId>> locals_;  // by thread
};

// Walks along a trace whose reads and local variables are symbolic (SymbolicValues::kInputsReadsAndLocals), and tells
// for each state between two steps the control state, what memory and local variables hold, as values and as
// expressions over the inputs, and for each step the transition.
//
// Invariant: the state is that before the step at position(); what threads do by themselves belongs to the step before.
// Owned by AssertionGuided.
class SegmentReader {
 public:
  SegmentReader(const trace::Executor& executor, symbolic::Expressions& in);

  // Goes to the first step.
  void start(const trace::Trace& trace);
  bool at_end() const { return position_ == trace_->operations.size(); }
  // The index of the next step in the operations of the trace.
  std::size_t position() const { return position_; }
  const trace::Operation& current() const { return trace_->operations[position_]; }
  // Takes the step. Fills in the transition if there is one to fill in.
  void advance(Transition* transition);

  const base::Hash128& control() const { return control_.hash(); }
  // What the variables of the state hold.
  const symbolic::Model& values() const { return values_; }
  // The expression over the inputs that a variable of the state holds; a constant if the value is the same for all
  // inputs.
  symbolic::ExprId expression(symbolic::VariableId variable);
  // A decision of a thread, in terms of the inputs.
  symbolic::ExprId over_inputs(symbolic::ExprId e) { return over_inputs_.apply(e); }
  // Has the run taken an input so far?
  bool has_inputs() const { return has_inputs_; }

 private:
  struct Thread {
    std::uint64_t run = 0;
    base::Hash128 path;  // from its last control point on
  };

  Thread& thread(trace::ThreadId t);
  // The variable of a cell. One that nobody has used before holds its initial value.
  symbolic::VariableId cell(trace::LocationId location);
  void skip_local();
  void take_operation(const trace::Operation& op, std::uint32_t index, Transition* transition);
  void write(const trace::Operation& op, symbolic::ExprId value, Transition* transition);
  void name(const trace::SymbolicLocal& local, ParallelAssignment* assignments);
  void read_names(std::uint32_t step, std::uint32_t next, Transition* transition);
  void set(symbolic::VariableId variable, symbolic::ExprId expression, std::int64_t value);

  const trace::Executor* executor_;
  symbolic::Expressions* in_;
  StateVariables variables_;
  symbolic::Substitution canonical_;    // what is read or named, by variables of the state
  symbolic::Substitution over_inputs_;  // the same, by expressions over inputs
  ControlState control_;
  symbolic::Model values_;
  std::vector<symbolic::ExprId> expressions_;  // by variable of the state; none: a value
  std::vector<std::uint64_t> set_in_;          // by variable of the state: the run in which it was set

  const trace::Trace* trace_ = nullptr;
  std::uint64_t run_ = 0;
  std::size_t position_ = 0;
  std::size_t next_local_ = 0;
  std::size_t next_control_ = 0;
  std::size_t next_value_ = 0;
  bool has_inputs_ = false;
  std::vector<Thread> threads_;
};

}  // namespace heddle::explore::prune
