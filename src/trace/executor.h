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

// A part of the memory of a native program whose plain accesses are steps. With size 0: a variable whose symbolic
// values are decided when they are written; or a lock that orders something, with address 0 all locks.
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

  // Overwrites `trace`. Also possible while other tests are on their way.
  virtual void run(const Test& test, Trace& trace) = 0;

  // Tests can be sent before the traces of earlier ones have been received: up to room() of them are on their way at
  // once. The traces come in the order in which the tests were sent; a test must not change before that.
  virtual std::size_t room() const { return 1; }
  virtual void send(const Test& test) { sent_ = &test; }
  // What is said of "the last run" below is then said of this one.
  virtual void receive(Trace& trace) { run(*sent_, trace); }
  // Nobody will ask for the traces of those that are on their way.
  virtual void drop_sent() {}

  // The state of a location before anything has happened (see trace/semantics.h).
  virtual std::int64_t initial_state(LocationId location) const = 0;

  // The bits of a memory cell: of a number that it holds. 0 if it holds something larger.
  virtual unsigned cell_width(LocationId /*location*/) const { return 32; }

  virtual const Names& names() const = 0;

  // Makes the thread (parent, nth) known under the next free ThreadId, so that a stored test means the same
  // threads as when it was written. A run interns a thread when its creation becomes the next step of its parent.
  virtual ThreadId intern_thread(ThreadId parent, std::uint32_t nth) = 0;

  // What the decisions (kBranch) and Trace::expressions are about; null if nothing is ever symbolic.
  virtual symbolic::Expressions* expressions() const { return nullptr; }

  // Can it run without expressions (Test::concrete), and tell what was covered (Trace::edges)?
  virtual bool can_scout() const { return false; }
  // Texts and numbers, as bytes, that the program may compare its inputs with.
  virtual std::vector<std::string> words() const { return {}; }

  // To be called before the first run; kInputs otherwise. False if this executor cannot do that.
  virtual bool make_symbolic(SymbolicValues values) { return values == SymbolicValues::kInputs; }

  // Where reads are symbolic: has something happened in any run that may have told a thread more than its inputs, reads
  // and operations do? Empty if not; otherwise in words, with its place.
  virtual std::string not_followed() const { return {}; }

  // Has the last run shown that operations must be steps that were none? They are from now on; then true, and what is
  // known from earlier traces is void, and so are the tests that are on their way.
  virtual bool refine() { return false; }

  // Does it know threads that cannot be told apart (Test::orders_twins)? Not any more when a run has shown that they
  // can: then refine() says so.
  virtual bool knows_twins() const { return false; }

  // Is the promise of determinism certain? Native programs may break it by what Heddle does not control.
  virtual bool is_exact() const { return true; }

  // Why "everything was explored" would be too much to say, besides what traces tell.
  virtual std::vector<std::string> reasons_of_incompleteness() const { return {}; }

  // What is taken for granted of the machine that the program runs on: "sequential consistency". Empty if the meaning
  // of the program says it all.
  virtual std::vector<std::string> assumptions() const { return {}; }

  // What the program wrote to its standard output and error in the last run.
  virtual std::string output() const { return {}; }

  // Runs the test again, and says what its operations are about, and where the threads are in the program when it ends:
  // both sides of this data race, or each thread that has not come to its end (null: a deadlock).
  virtual Explanation explain(const Test& /*test*/, const Failure* /*failure*/) { return {}; }

  // The memory cells that refine() has made visible so far, and the inverse for a stored test.
  virtual std::vector<VisibleCell> visible_cells() const { return {}; }
  // From now on every lock is a step; false if that was so before.
  virtual bool wake_idle_locks() { return false; }
  // False if there were too many, and some are not visible.
  virtual bool make_visible(const std::vector<VisibleCell>& /*cells*/) { return true; }

  // --- for who keeps traces beyond the life of this executor: see src/journal

  // Waits until no run is under way. False if one of those that nobody has asked for yet makes known traces void.
  virtual bool settle() { return true; }
  // Appends what runs have taught it, besides their traces, since it was asked last, or in all: what another executor
  // of the same program must know to go on, and for traces to mean the same there.
  virtual void save_knowledge(bool /*all*/, std::string& /*bytes*/) {}
  // What was appended in all these calls, instead of what is known so far. Before the first test.
  virtual std::optional<base::Error> load_knowledge(const std::vector<std::string>& /*saved*/) { return {}; }
  // A trace of an earlier executor stands for a run of this one.
  virtual void recall(const Trace& /*trace*/) {}

 private:
  const Test* sent_ = nullptr;
};

}  // namespace heddle::trace
