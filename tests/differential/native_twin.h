#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "trace/executor.h"

namespace heddle::differential {

// The kind that a failure of the model has in its C program: see c_program.h.
trace::FailureKind as_in_c(trace::FailureKind kind);

// How a run ended, in words that do not depend on the executor: the outcome, the last value of each location by name,
// and for each thread that has not ended, why. `prefix` is removed from the names of locations.
std::string end_of(const trace::Trace& trace, const trace::Names& names, const std::string& prefix);

// Runs every test on a native program and on the model program that means the same, and compares the two traces,
// operation by operation, with their values, lines and ends. The traces that it returns are the native ones.
//
// Invariant: both executors have run the same tests in the same order, so a thread has the same id in both. Owns
// neither; used for one exploration.
class NativeTwin final : public trace::Executor {
 public:
  // `native` may have run the empty test before, but nothing else; `model` nothing.
  NativeTwin(trace::Executor& native, trace::Executor& model, std::string prefix);

  void run(const trace::Test& test, trace::Trace& trace) override;
  std::int64_t initial_state(trace::LocationId l) const override { return native_.initial_state(l); }
  const trace::Names& names() const override { return native_.names(); }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override;
  bool refine() override;
  bool is_exact() const override { return false; }
  std::vector<std::string> reasons_of_incompleteness() const override { return native_.reasons_of_incompleteness(); }

  // What the first difference is; empty if there is none.
  const std::string& difference() const { return difference_; }
  // Becomes true with the first difference: what follows means nothing.
  const std::atomic<bool>& differs() const { return differs_; }
  std::uint64_t compared() const { return compared_; }
  // The names of the kinds of operations and failures and of the outcomes that occurred.
  const std::set<std::string_view>& met() const { return met_; }

 private:
  void note_kinds(const trace::Trace& trace);
  std::string compare(const trace::Trace& model, const trace::Trace& native) const;
  std::string compare_operations(const trace::Trace& model, const trace::Trace& native) const;
  // Empty if the two are the same.
  std::string compare(const trace::Operation& model, const trace::Operation& native) const;
  std::string text(const trace::Operation& op, const trace::Names& names) const;

  trace::Executor& native_;
  trace::Executor& model_;
  std::string prefix_;
  trace::Trace expected_;
  std::string difference_;
  std::atomic<bool> differs_ = false;
  std::uint64_t compared_ = 0;
  std::set<std::string_view> met_;
};

}  // namespace heddle::differential
