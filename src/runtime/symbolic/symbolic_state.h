#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/symbolic/expressions.h"
#include "runtime/symbolic/shadow_memory.h"

namespace heddle::runtime {

struct Input {
  std::uint64_t value = 0;
  Expr expression = 0;
};

// What the tested program computes with symbolic values: their expressions, where they are in memory, and the decisions
// that depend on them. Owned by the runtime; reset by start_run(), not between runs.
class SymbolicState {
 public:
  using Kind = symbolic::Kind;

  bool map();
  void init(abi::Channel& channel);
  void start_run();

  ExpressionTable& expressions() { return expressions_; }
  ShadowMemory& memory() { return memory_; }

  // The expression of a value of `width` bits: its own, or the number if there is none, or what the running thread has
  // decided leaves only this one. What the thread computes from it is then the same in all runs with this history. Only
  // where inputs alone are symbolic: elsewhere expressions belong to parts of a history.
  Expr of(Expr shadow, std::uint64_t value, unsigned width) {
    return shadow != 0 && !settles(shadow, value) ? shadow : expressions_.constant(value, width);
  }
  // The same where the value is not at hand: if the thread has decided this very expression.
  Expr settled(Expr e);
  // What is the same for all inputs needs no shadow.
  Expr shadow(Expr e) const { return e != 0 && expressions_.is_constant(e) ? 0 : e; }

  Expr load(std::uintptr_t address, unsigned size, std::uint64_t value);
  void store(std::uintptr_t address, unsigned size, Expr shadow, std::uint64_t value);
  void copy(std::uintptr_t to, std::uintptr_t from, std::uint64_t size);

  bool reads_are_variables() const;
  // The operation has read or written these bytes: the trace gets their expression. Depending on Settings::symbolic,
  // what was read is a variable from now on.
  void read(std::uint32_t operation, std::uintptr_t address, unsigned size, std::uint64_t value);
  void written(std::uint32_t operation, std::uintptr_t address, unsigned size, std::uint64_t value);
  // What the running thread has just read there determines what the runtime, or a library, does for it: the value of
  // the variable is decided, or fixed.
  void decide_read(std::uintptr_t address, unsigned size);
  void fix_read(std::uintptr_t address, std::uint64_t size, const heddle_place* place);
  // Other threads may influence what comes next, other than through memory: where reads are variables, this is named.
  void not_followed(const char* what);

  // Local variables get names of their own: see abi/symbolic.h.
  std::uint32_t epoch() const;
  Expr name_local(std::uint32_t epoch, std::uint32_t local, unsigned width, Expr shadow, std::uint64_t value);
  // The running thread gets this pointer from another one, by being created or by joining.
  Expr name_gift(Expr shadow, std::uint64_t value);
  std::uint32_t local_memory_count() const;
  void add_local_memory(std::uint32_t local, std::uintptr_t address, unsigned size);
  void drop_local_memory(std::uint32_t count);
  // The running thread has done a visible operation: the locals in memory are named.
  void name_local_memory();

  // Branches whose ways meet again: see abi/symbolic.h, and meetings.cpp.
  void fork(heddle_fork& fork);
  std::uint32_t meet(heddle_fork& fork, std::uint64_t hash);
  Expr name_met(std::uint32_t meeting, std::uint32_t how, Expr shadow, std::uint64_t value);

  // The running thread continues with this value of the expression: a step, or two for more than 32 bits, unless what
  // the thread has already decided leaves no other value.
  void decide(Expr e, std::uint64_t value, trace::BranchMode mode, const heddle_place* place);
  // The same, except that other values will not be tried, for this reason.
  void fix(Expr e, std::uint64_t value, const char* reason, const heddle_place* place);
  void fix_memory(std::uintptr_t address, std::uint64_t size, const char* reason, const heddle_place* place);
  // Which flags floating point with expressions raises has no expression.
  void raise_flags() { raised_ = run_; }
  void look_at_flags(const heddle_place* place);
  // The same for what lies there: up to the end of the heap block or the global variable. Elsewhere, on stacks, this is
  // a guess: up to a stretch of kStretch bytes without expressions.
  static constexpr std::uint64_t kStretch = 1024;
  void fix_object(std::uintptr_t address, const char* reason, const heddle_place* place);

  // The same for that memory, of `size` bytes unless 0, and for what pointers in it lead to.
  void fix_reachable(std::uintptr_t address, std::uint64_t size, const char* reason, const heddle_place* place);

  // Does what the thread has decided so far leave only one value?
  bool is_known(Expr e) const;
  // The content of a table was chosen by another expression, which has this value; `element` is what was chosen. Where
  // the content, or the expression that chose it, would be fixed, the choice is decided instead.
  void note_choice(Expr content, Expr choice, std::uint64_t value, Expr element);

  // Does a compare-exchange or an exchange at this address depend on inputs, so that the value there, which belongs to
  // this run, does not say what it would do in other orders? Then it is a step that always modifies, and its result is
  // an expression. As soon as that becomes known about an address, the exploration starts again.
  bool is_compared(std::uintptr_t address) const;
  // Is an exchange a modification whatever was there? Where reads are variables, what it finds is decided, if at all,
  // only after its step, which must not change by that.
  bool exchanges_modify() const { return names_locals() || knows_meetings(); }
  // Makes it so from now on. False if it does not: where reads are variables, steps say what they compare; or if there
  // are too many.
  bool compare(std::uintptr_t address);

  // The next input of the running thread. `low` and `high` bound it (as numbers of `width` bits, signed or not).
  Input take_input(unsigned width, bool is_signed, const char* name, const heddle_place* place);
  Input take_input(unsigned width, bool is_signed, std::int64_t low, std::int64_t high, const char* name,
                   const heddle_place* place);
  // A thread whose assumption is false stops there.
  void assume(Expr condition, bool value, const heddle_place* place);

 private:
  // The local variables in memory of one thread, outermost call first.
  struct LocalMemory {
    std::uintptr_t address;
    std::uint32_t local;
    std::uint32_t size;
  };
  static constexpr std::uint32_t kMaxLocalMemory = 1 << 14;
  struct Locals {
    std::uint32_t size;
    LocalMemory memory[kMaxLocalMemory];
  };
  // By which of the first threads it was decided in this run. Other threads repeat decisions, which is redundant but
  // correct.
  struct Decided {
    std::uint32_t run;
    bool has_value;
    std::uint64_t by;
    std::uint64_t value;
  };
  // What was decided in this run, in chronological order, so that it can be forgotten; none: already forgotten.
  struct DecidedBy {
    Expr expression;
    trace::ThreadId thread;
  };
  // By which expression something was chosen in this run.
  struct Choice {
    std::uint32_t run;
    Expr by;
    Expr element;  // 0: it is the expression by which something was chosen
    std::uint64_t value;
  };
  static std::uint64_t bit_of(trace::ThreadId t) { return t.value < 64 ? std::uint64_t{1} << t.value : 0; }

  void decide_word(Expr e, std::uint32_t value, trace::BranchMode mode, const heddle_place* place);
  Expr simpler(Expr e, std::uint64_t& value) const;
  void fix_pointers(std::uintptr_t begin, std::uintptr_t end, int depth, const char* reason, const heddle_place* place);
  bool note_value(std::uint32_t operation, std::uintptr_t address, unsigned size, std::uint64_t value);
  bool is_determined(Expr e, int depth) const;
  bool is_decided(Expr e) const;
  // Is this the only value that is left? Remembers that.
  bool settles(Expr e, std::uint64_t value);
  void set_decided(Expr e);
  void set_decided(Expr e, std::uint64_t value);
  // The thread has decided that the expression has this value: so it has decided what follows from that.
  void learn(Expr e, std::uint64_t value, int depth);
  void forget_decided(std::uint32_t from);
  bool knows_meetings() const;
  void decide_choices(Expr e, int depth, const heddle_place* place);
  bool names_locals() const;
  Expr new_name(std::uint32_t local, unsigned width, Expr shadow, std::uint64_t value);
  void note_fixed(const char* reason, const heddle_place* place, bool is_value);
  void note_inputs();
  Input finish_input(std::uint64_t value, std::uint32_t nth, unsigned width, bool is_signed, const char* name,
                     const heddle_place* place);

  abi::Channel* channel_ = nullptr;
  ExpressionTable expressions_;
  ShadowMemory memory_;
  Decided* decided_ = nullptr;  // by expression
  DecidedBy* log_ = nullptr;    // as long as ways can meet again
  std::uint32_t log_size_ = 0;
  Choice* choices_ = nullptr;  // by expression
  Locals* locals_ = nullptr;   // by thread
  std::uint32_t run_ = 0;
  std::uint32_t raised_ = 0;  // the last run with such an operation
};

// The shadow of an argument of the function with this address, one of the runtime's own, if its caller passed any.
Expr take_argument(const void* function, unsigned index);

// The function, one of the runtime's own, ends the program with this code, its first argument: whether that is 0 is
// decided.
void decide_exit_code(const void* function, int code);

}  // namespace heddle::runtime
