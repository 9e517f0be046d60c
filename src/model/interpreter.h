#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/code.h"
#include "symbolic/expressions.h"
#include "trace/executor.h"
#include "trace/policy.h"
#include "trace/scheduling.h"
#include "trace/semantics.h"

namespace heddle::model {

// A thread that executes this many instructions without a step is taken for an endless loop and cut.
inline constexpr std::int64_t kMaxLocalInstructions = 1 << 20;

// Runs a compiled program: the Executor of the model language. This is the hot path of every exploration, so a
// run begins by copying a snapshot and allocates nothing once the vectors of the trace have grown.
//
// A thread is always stopped before a step, its pending operation, or ended for good. Taking the step
// executes it and then the thread's local code up to its next step.
//
// Invariant between steps: `enabled` of the sets holds exactly the threads whose pending operation may happen and that
// are not stopped; for the others see trace/scheduling.h.
class Interpreter final : public trace::Executor {
 public:
  explicit Interpreter(Program program);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  void run(const trace::Test& test, trace::Trace& trace) override;
  std::int64_t initial_state(trace::LocationId location) const override;
  const trace::Names& names() const override { return program_.names; }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override;
  symbolic::Expressions* expressions() const override { return expressions_.get(); }
  bool make_symbolic(trace::SymbolicValues values) override;
  bool refine() override;
  void save_knowledge(bool all, std::string& bytes) override;
  std::optional<base::Error> load_knowledge(const std::vector<std::string>& saved) override;

 private:
  // The expression of a register or location; none if its value is concrete.
  using Shadow = symbolic::ExprId;

  struct Thread {
    const Instruction* pc = nullptr;  // of the pending operation, or where the thread stopped
    Value* frame = nullptr;
    trace::LocationId location;              // of the pending operation
    std::int32_t choice = trace::kNoChoice;  // kCreate, kJoin: the other thread
    trace::ThreadId id;
    std::uint32_t steps = 0;
    std::uint32_t children = 0;
    std::uint32_t inputs = 0;    // taken so far
    std::uint32_t input_at = 0;  // where the search for the next one in Test::inputs begins
    // The threads whose creation this thread knows of: through its own creation, or through a location. Only such a
    // thread can be joined; so whether a join is a mistake does not depend on the order of independent steps.
    trace::ThreadSet known;
    // Programs with inputs: what the registers hold, and the decision before which the thread has stopped (none if
    // it has not), with its value.
    Shadow* shadow = nullptr;
    trace::Branch decision;
    std::int32_t decided = 0;
    std::uint32_t variables = 0;                                 // registers that are not constants
    std::uint32_t reads = 0;                                     // that were made symbolic
    std::uint32_t locals = 0;                                    // the same
    std::uint32_t segment = trace::SymbolicLocal::kNoOperation;  // its last visible operation
  };

  // Everything that a run changes, except the states of locations and the frames.
  struct Sets : trace::RunSets {
    trace::ThreadSet deciding;  // the pending operation is a decision
  };

  static bool can_acquire(trace::OpKind kind, std::int64_t state);

  // interpreter.cpp
  void start_threads();
  void take_snapshot();
  void reset();
  bool follow_schedule();
  void run_freely();
  trace::ThreadId pick(const trace::ThreadSet& ready);
  void finish();
  trace::Operation pending(const Thread& th) const;
  void wake_sleepers(const trace::ThreadSet& enabled_before);
  void init_thread(trace::ThreadId t, const Body& body);
  trace::ThreadId child(trace::ThreadId parent, const Body& body);

  // steps.cpp
  void step(trace::ThreadId t, std::int32_t choice);
  trace::Operation& begin_step(const Thread& th, const Instruction& i);
  void write(trace::Operation& op, Value value);
  void read(Thread& th, const Instruction& i, trace::Operation& op);
  void fetch_add(Thread& th, const Instruction& i, trace::Operation& op);
  void exchange(Thread& th, const Instruction& i, trace::Operation& op);
  void compare_exchange(Thread& th, const Instruction& i, trace::Operation& op);
  void choose_number(Thread& th, const Instruction& i, trace::Operation& op);
  void synchronise(trace::Operation& op);
  void wake(const trace::ThreadSet& woken);
  void create(Thread& parent, const Instruction& i);
  bool has_outcome(const Thread& th, std::int32_t choice) const;
  void share_knowledge(Thread& th, const trace::Operation& op);

  // local_code.cpp
  void advance(trace::ThreadId t) {
    if (!symbolic_) return run_local_code<false>(t);
    run_local_code<true>(t);
    if (symbolic_values_ == trace::SymbolicValues::kInputsReadsAndLocals) reach_control_point(threads_[t.index()]);
  }
  template <bool kSymbolic>
  void run_local_code(trace::ThreadId t);
  void pend(Thread& th, const Instruction& i);
  void pend_unlock(Thread& th, const Instruction& i);
  void pend_acquire(Thread& th, const Instruction& i);
  void pend_await(Thread& th, const Instruction& i);
  void exit(Thread& th, const Instruction& i);
  void pend_create(Thread& th, const Instruction& i);
  void pend_join(Thread& th, const Instruction& i);
  void fail(Thread& th, trace::FailureKind kind, const Instruction& i);
  void record(const Thread& th, trace::OpKind kind, trace::PlaceId place, std::int64_t value);
  void cut(Thread& th, const Instruction& i);
  Value next_input(Thread& th);
  template <bool kSymbolic>
  void take_input(Thread& th, const Instruction& i);
  bool passes_assertion(Thread& th, const Instruction& i);
  bool passes_assumption(Thread& th, const Instruction& i);

  // symbolic_code.cpp
  bool shadow_instruction(Thread& th, const Instruction& i);
  Shadow shadow_result(const Thread& th, const Instruction& i);
  symbolic::ExprId jump_condition(const Thread& th, const Instruction& i);
  bool decide(Thread& th, const Instruction& i, symbolic::ExprId expression, std::int32_t value,
              trace::BranchMode mode = trace::BranchMode::kExplore);
  bool decide_jump(Thread& th, const Instruction& i, bool is_taken);
  bool decide_value(Thread& th, const Instruction& i, Register r);
  bool decide_index(Thread& th, const Instruction& i);
  bool decide_condition(Thread& th, const Instruction& i, trace::BranchMode mode);
  void take_decision(Thread& th);
  void follow_decision(Thread& th, const Instruction& i, std::int32_t value);
  void shadow_step(Thread& th, const Instruction& i, const trace::Operation& op);
  symbolic::ExprId expression(const Thread& th, Register r) { return expression(th, r, th.frame[r]); }
  symbolic::ExprId expression(const Thread& th, Register r, Value value);
  symbolic::ExprId variable(trace::ThreadId t, std::uint32_t nth);
  Shadow shadow_of(symbolic::ExprId e) const;
  void name_locals(Thread& th, std::uint32_t operation, std::uint32_t count);
  void reach_control_point(Thread& th);
  base::Hash128 control_of(const Thread& th) const;
  symbolic::ExprId is_zero(symbolic::ExprId e);
  void order_additions(bool ordered);
  bool is_undecided(const Thread& th, const Instruction& i) const;
  void leave_undecided(trace::LocationId location);
  bool reads_are_variables() const { return symbolic_values_ != trace::SymbolicValues::kInputs; }
  void shadow_exchange(Thread& th, const Instruction& i, const trace::Operation& op);
  void shadow_compared(Thread& th, const Instruction& i, const trace::Operation& op);
  void clear_shadows();

  Program program_;
  std::vector<std::int64_t> state_;  // by location
  std::vector<Value> frames_;
  std::array<Thread, trace::kMaxThreads> threads_;
  Sets sets_;
  std::vector<trace::ThreadSet> known_at_;  // by location; empty if the program creates no threads
  std::size_t saved_threads_ = 0;           // by save_knowledge
  std::size_t saved_undecided_ = 0;         // the same
  std::array<std::vector<trace::ThreadId>, trace::kMaxThreads> children_;  // interned, by parent and number
  std::array<const Body*, trace::kMaxThreads> named_after_{};              // the body that a created thread had last
  std::size_t largest_proc_ = 0;  // frame size of the largest body that may be created
  std::size_t static_frames_ = 0;

  // The state after the initial local code of the threads; before it, if that code reads inputs.
  struct Snapshot {
    bool started = false;
    std::vector<Value> frames;
    std::vector<Thread> threads;
    Sets sets;
    std::vector<trace::Operation> operations;
    std::vector<trace::Failure> failures;
  } snapshot_;

  // Programs with inputs.
  bool symbolic_ = false;
  trace::SymbolicValues symbolic_values_ = trace::SymbolicValues::kInputs;
  std::unique_ptr<symbolic::Expressions> expressions_;
  std::array<std::vector<symbolic::ExprId>, trace::kMaxThreads> variables_;  // by thread: of its inputs
  std::vector<Shadow> shadows_;                                              // of frames_
  std::vector<Shadow> state_shadow_;                                         // of state_
  // Locations that hold symbolic values and are the target of a cas or exchange: these always modify there, since the
  // value of one run does not say what they do. Those that runs have found count from refine() on.
  std::vector<bool> undecided_;
  std::vector<trace::LocationId> refined_;
  std::vector<trace::LocationId> found_;

  // The current run.
  const trace::Test* test_ = nullptr;
  trace::Trace* trace_ = nullptr;
  trace::Picker picker_;
  trace::ThreadSet asleep_;
  trace::ThreadId current_;
  std::uint32_t steps_ = 0;
  bool read_input_ = false;
  // What the last fetch_add, cas or exchange was given: its result may be in the same register.
  Value given_ = 0;
  Value given_second_ = 0;
};

// Only the kind matters for enabledness: see trace/semantics.h.
inline bool Interpreter::can_acquire(trace::OpKind kind, std::int64_t state) {
  trace::Operation op;
  op.kind = kind;
  return trace::enabled_at(op, state);
}

}  // namespace heddle::model
