#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "symbolic/expressions.h"
#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/symbolic_values.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::trace {

// A piece of a native program's memory whose plain accesses are steps. With size 0: a variable whose symbolic values
// are decided when they are written, or a lock that orders something (address 0: all locks).
struct VisibleCell {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool is_lock = false;

  friend bool operator==(const VisibleCell&, const VisibleCell&) = default;
};

// Runs one test of one program. Deterministic: the same test gives the same trace, in every process.
class Executor {
 public:
  virtual ~Executor() = default;

  // Overwrites `trace`. Can also be called while other tests are in flight.
  virtual void run(const Test& test, Trace& trace) = 0;

  // Tests can be sent before the traces of earlier ones have been received: up to room() of them are in flight at once.
  // The traces come back in the order in which the tests were sent; a test must not change until then.
  virtual std::size_t room() const { return 1; }
  virtual void send(const Test& test) { sent_ = &test; }
  // "The last run" below then means this one.
  virtual void receive(Trace& trace) { run(*sent_, trace); }
  // Nobody will ask for the traces of the tests in flight.
  virtual void drop_sent() {}

  // The state of a location before anything has happened (see trace/semantics.h).
  virtual std::int64_t initial_state(LocationId location) const = 0;

  // The width in bits of the number that a memory cell holds. 0 if it holds something larger.
  virtual unsigned cell_width(LocationId /*location*/) const { return 32; }

  virtual const Names& names() const = 0;

  // Registers the thread (parent, nth) under the next free ThreadId, so that a stored test means the same threads as
  // when it was written. A run interns a thread when its creation becomes the next step of its parent.
  virtual ThreadId intern_thread(ThreadId parent, std::uint32_t nth) = 0;

  // What the decisions (kBranch) and Trace::expressions are about; null if nothing is ever symbolic.
  virtual symbolic::Expressions* expressions() const { return nullptr; }

  // Can it run without expressions (Test::concrete), and tell what was covered (Trace::edges)?
  virtual bool can_scout() const { return false; }
  // Texts and numbers, as bytes, that the program may compare its inputs with.
  virtual std::vector<std::string> words() const { return {}; }

  // To be called before the first run; kInputs otherwise. False if this executor cannot do that.
  virtual bool make_symbolic(SymbolicValues values) { return values == SymbolicValues::kInputs; }

  // Where reads are symbolic: did anything happen in any run that may have told a thread more than its inputs, reads
  // and operations do? Empty if not; otherwise a description with its place.
  virtual std::string not_followed() const { return {}; }

  // Did the last run show that operations must be steps that were not? They are from now on; then true, and what is
  // known from earlier traces is void, and so are the tests in flight.
  virtual bool refine() { return false; }

  // Does it know threads that cannot be told apart (Test::orders_twins)? No longer, once a run has shown that they can;
  // refine() then says so.
  virtual bool knows_twins() const { return false; }

  // Is determinism guaranteed? Native programs may break it through things that Heddle does not control.
  virtual bool is_exact() const { return true; }

  // Why "everything was explored" would be an overstatement, apart from what traces show.
  virtual std::vector<std::string> reasons_of_incompleteness() const { return {}; }

  // What is assumed about the machine that the program runs on: "sequential consistency". Empty if the meaning of the
  // program leaves nothing open.
  virtual std::vector<std::string> assumptions() const { return {}; }

  // What the program wrote to its standard output and error in the last run.
  virtual std::string output() const { return {}; }

  // Runs the test again, and says what its operations are about and where the threads are in the program when it ends:
  // both sides of this data race, or each thread that has not ended (null: a deadlock).
  virtual Explanation explain(const Test& /*test*/, const Failure* /*failure*/) { return {}; }

  // The memory cells that refine() has made visible so far, and the inverse for a stored test.
  virtual std::vector<VisibleCell> visible_cells() const { return {}; }
  // Makes every lock a step from now on; false if that was already so.
  virtual bool wake_idle_locks() { return false; }
  // False if there were too many, and some are not visible.
  virtual bool make_visible(const std::vector<VisibleCell>& /*cells*/) { return true; }

  // --- for those who keep traces beyond the life of this executor: see src/journal

  // Waits until no run is in progress. False if a run whose trace nobody has asked for yet makes known traces void.
  virtual bool settle() { return true; }
  // Appends what runs have taught it, apart from their traces, since the last call, or in total: what another executor
  // of the same program must know to continue, and for traces to mean the same there.
  virtual void save_knowledge(bool /*all*/, std::string& /*bytes*/) {}
  // Replaces what is known so far by what all these calls appended. Must be called before the first test.
  virtual std::optional<base::Error> load_knowledge(const std::vector<std::string>& /*saved*/) { return {}; }
  // A trace of an earlier executor stands for a run of this one.
  virtual void recall(const Trace& /*trace*/) {}

 private:
  const Test* sent_ = nullptr;
};

}  // namespace heddle::trace
