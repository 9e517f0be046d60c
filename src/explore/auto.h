#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/strategy.h"
#include "explore/unfolding/unfolding_strategy.h"

namespace heddle::explore {

// The default: begins with the contextual unfolding, and switches to optimal partial order reduction where the
// unfolding has nothing to share.
//
// 1. A run that has an event which belongs to no other run (WholeRun) needs a test of its own in every strategy, so
// where
//    half of the first runs are like that, or nearly all later, because main joins all threads or locks order nearly
//    everything, the unfolding has nothing to share: then every trace is run by `dpor`, which keeps nothing of them. A
//    program with one thread does not switch: its runs differ only by their inputs, and the unfolding knows which ones
//    to try next (TargetOrder::kCoverage). This is checked after kFirstLook tests, and whenever their number has
//    doubled. What was run before is run again; findings stay. It also switches if in half of the first runs threads
//    add to one location one after another: the unfolding explores the orders of additions, `dpor` does not
//    (docs/how-it-runs.md).
// 2. Every time the number of tests has doubled, some random schedules are run, too: what shows up nearly everywhere
//    need not wait until the systematic search gets there. They change nothing else about what is explored.
// 3. The unfolding may leave out joins (docs/unfolding.md). A program whose threads turn out to wait in loops gets
//    another one, with all joins: a livelock is seen only in a test that runs it, and fewer tests see fewer of them.
//
// What is decided depends on the runs alone, not on time. Owned by the loop.
class Auto : public Strategy {
 public:
  using MakeUnfolding = std::function<std::unique_ptr<UnfoldingStrategy>(bool closing_joins)>;
  // `make_search` creates the strategy that runs every trace.
  Auto(bool closing_joins, MakeUnfolding make_unfolding, std::function<std::unique_ptr<Strategy>()> make_search,
       std::uint64_t seed)
      : unfolding_(make_unfolding(closing_joins)),
        make_unfolding_(std::move(make_unfolding)),
        make_search_(std::move(make_search)),
        rng_(seed),
        by_(closing_joins ? By::kClosing : By::kUnfolding) {}

  static constexpr std::uint64_t kFirstLook = 64;

  Next next(Plan& plan) override;
  void observe(Ticket ticket, const trace::Trace& trace) override;
  void observe_early(Ticket ticket, const trace::Trace& trace) override;
  bool observe_divergence(Ticket ticket) override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  bool finds_livelocks() const override { return search_ != nullptr; }
  std::vector<trace::VisibleCell> take_cells_to_show() override;
  std::vector<std::string> reasons_of_incompleteness() const override { return engine().reasons_of_incompleteness(); }

 private:
  // Which strategy planned a test; the rest of the ticket is that strategy's.
  enum class By : std::uint8_t { kClosing, kUnfolding, kSearch, kSample };
  static constexpr Ticket kBys = 4;

  const Strategy& engine() const { return search_ != nullptr ? *search_ : static_cast<Strategy&>(*unfolding_); }
  void plan_sample(Plan& plan);
  void observe_unfolding(Ticket ticket, const trace::Trace& trace);
  // A test of the current strategy has been run.
  void count();

  std::unique_ptr<UnfoldingStrategy> unfolding_;  // null after it has been abandoned
  MakeUnfolding make_unfolding_;
  std::function<std::unique_ptr<Strategy>()> make_search_;
  std::unique_ptr<Strategy> search_;
  base::Rng rng_;
  By by_;                             // the current strategy
  std::uint64_t tests_ = 0;           // of the current strategy
  std::uint64_t whole_ = 0;           // how many of these have an event of their own
  std::uint64_t with_additions_ = 0;  // how many of the first kFirstLook have additions whose order does not matter
  std::uint64_t next_look_ = kFirstLook;
  std::uint64_t samples_left_ = 0;  // before it continues
  std::uint64_t samples_ = 0;       // so far
};

}  // namespace heddle::explore
