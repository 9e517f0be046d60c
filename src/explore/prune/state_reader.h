#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/prune/control_state.h"
#include "explore/prune/transition.h"
#include "symbolic/expressions.h"
#include "symbolic/model.h"
#include "symbolic/substitution.h"
#include "trace/executor.h"
#include "trace/trace.h"

namespace heddle::explore::prune {

// Something that a thread may learn other than through the variables of the state.
struct NotFollowed {
  std::string_view what;
  trace::PlaceId place;
  bool is_hidden = false;  // might it have happened in earlier runs without being noticed?
};

// Walks along a trace and provides, for each state between two steps, the control state and what the variables of the
// state hold, as values and as expressions over the inputs, and for each step the transition. Derived classes determine
// what the variables are in addition to the memory cells, and how much of a thread belongs to the control state.
//
// Invariant: the state is that before the step at position(); what threads do by themselves belongs to the preceding
// step. Owned by AssertionGuided.
class StateReader {
 public:
  StateReader(const trace::Executor& executor, symbolic::Expressions& in, bool knows_threads);
  virtual ~StateReader() = default;

  // Goes to the first step.
  void start(const trace::Trace& trace);
  bool at_end() const { return position_ == trace_->operations.size(); }
  // The index of the next step in the operations of the trace.
  std::size_t position() const { return position_; }
  const trace::Operation& current() const { return trace_->operations[position_]; }
  // Takes the step. Fills in the transition unless it is null.
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
  // The first thing in any run that the states do not capture. From then on they mean nothing.
  const std::optional<NotFollowed>& not_followed() const { return not_followed_; }

 protected:
  // What an operation read from memory and wrote to it; none where that has no expression.
  struct Moved {
    symbolic::ExprId read;
    symbolic::ExprId written;
  };

  virtual void start_threads() = 0;
  virtual void take_step(const trace::Operation& op, std::uint32_t index, Transition* transition) = 0;
  virtual void end_thread(trace::ThreadId t) = 0;
  // What belongs to the step at `index` after it, up to the operation `next`.
  virtual void read_behind(std::uint32_t /*index*/, std::uint32_t /*next*/, Transition* /*transition*/) {}

  // The variable for what a thread holds, the same in every run.
  symbolic::VariableId local(trace::ThreadId thread, std::uint32_t number, unsigned width);
  // The variable of a cell. One that was never used before holds its initial value.
  symbolic::VariableId cell(trace::LocationId location);
  void set(symbolic::VariableId variable, symbolic::ExprId expression, std::int64_t value);
  Moved take_expressions(const trace::Operation& op, std::uint32_t index);
  // The value that the write leaves.
  symbolic::ExprId value_of(const trace::Operation& op, symbolic::ExprId written);
  void set_condition(const trace::Operation& op, symbolic::ExprId found, Transition* transition);
  void stop_following(const NotFollowed& what);

  const trace::Executor& executor() const { return *executor_; }
  symbolic::Expressions& in() { return *in_; }
  const trace::Trace& trace() const { return *trace_; }
  std::uint64_t run() const { return run_; }
  ControlState& control_state() { return control_; }
  symbolic::Substitution& inputs() { return over_inputs_; }
  symbolic::VariableId variable_of(symbolic::ExprId e) const {
    return symbolic::VariableId(static_cast<std::size_t>((*in_)[e].value));
  }

  static bool writes_memory(const trace::Operation& op);

 private:
  void skip_local();
  symbolic::VariableId make_cell(trace::LocationId location);

  const trace::Executor* executor_;
  symbolic::Expressions* in_;
  symbolic::Substitution over_inputs_;  // what is read or named, in terms of inputs
  ControlState control_;
  symbolic::Model values_;
  std::vector<symbolic::ExprId> expressions_;  // by variable of the state; none: a value
  std::vector<std::uint64_t> set_in_;          // by variable of the state: the run in which it was set
  std::vector<symbolic::VariableId> cells_;    // by location; none for those never used
  std::vector<trace::LocationId> used_;
  std::vector<std::vector<symbolic::VariableId>> locals_;  // by thread and number: the one last requested
  std::optional<NotFollowed> not_followed_;

  const trace::Trace* trace_ = nullptr;
  std::uint64_t run_ = 0;
  std::size_t position_ = 0;
  std::size_t next_value_ = 0;
  bool has_inputs_ = false;
};

}  // namespace heddle::explore::prune
