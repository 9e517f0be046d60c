#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "explore/finding_run.h"
#include "trace/deadlock_cores.h"

namespace heddle::explore {

// Collects the bugs that traces show. Equal ones (same kind, same set of places) are merged and counted; a new one is
// replayed and must show up again before it is kept: if it does not, that is a bug in Heddle. Each core of a deadlock
// is a finding of its own; see trace/deadlock_cores.h. Costs nothing for a trace without a bug. Owned by the loop.
class Findings {
 public:
  Findings(trace::Executor& executor, std::uint32_t depth) : executor_(executor), depth_(depth) {}

  void observe(const trace::Trace& trace) {
    ++tests_;
    // A thread that has failed or is blocked has not ended.
    if (!trace.pending.empty() || !trace.failures.empty()) [[unlikely]]
      collect(trace);
  }

  bool empty() const { return findings_.empty(); }
  std::size_t size() const { return findings_.size(); }
  const std::vector<Finding>& all() const { return findings_; }
  // All of them, including those that were set aside and have not been found again.
  std::vector<Finding> take();

  // The program has finer steps now. What was found before is set aside: it is better described in the new steps, and
  // complete strategies find it again.
  void set_aside();
  void set_aside(std::vector<std::pair<base::Hash128, Finding>> found) { aside_ = std::move(found); }
  const std::vector<std::pair<base::Hash128, Finding>>& aside() const { return aside_; }
  // What was seen once and not again: possible with programs that are not deterministic.
  std::vector<std::string> take_unconfirmed() { return std::move(unconfirmed_); }

 private:
  struct Entry {
    std::size_t index;        // into findings_
    std::uint64_t last_test;  // a test that shows a bug twice is counted once
  };

  void collect(const trace::Trace& trace);
  void collect_deadlocks(const trace::Trace& trace);
  // Counts the finding; true if it is a new one, which the caller confirms.
  bool count(const base::Hash128& key);
  // Runs the trace again, and keeps that run as the last finding.
  void confirm(trace::Trace trace, const Shown& shown, const base::Hash128& key);

  trace::Executor& executor_;
  std::uint32_t depth_;
  std::uint64_t tests_ = 0;
  std::unordered_map<base::Hash128, Entry> entries_;
  trace::DeadlockCores cores_;
  std::vector<trace::PlaceId> places_;
  std::vector<Finding> findings_;
  std::vector<base::Hash128> keys_;  // of findings_
  std::vector<std::pair<base::Hash128, Finding>> aside_;
  std::vector<std::string> unconfirmed_;
};

}  // namespace heddle::explore
