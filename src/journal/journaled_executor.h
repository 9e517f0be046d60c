#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "journal/database.h"
#include "journal/kept_runs.h"
#include "journal/trace_codec.h"
#include "trace/executor.h"

namespace heddle::journal {

struct Options {
  std::string path;
  double after = 2;  // seconds: an exploration that ends sooner is not worth keeping
  std::uint64_t max_bytes = std::uint64_t{2} << 30;
  std::function<Facts()> facts;  // what the runs depend on; called when runs begin to be kept
};

// Wraps an executor and keeps its runs in a database, so that another session answers the same tests without running
// them. A strategy is a function of the runs that it has observed: started again, it asks for the same tests, and so
// gets back to where it was.
//
// Only tests that are sent are kept or recalled; those of run() are always run. Kept runs are valid for one state of
// knowledge (Executor::refine): when it is refined, they are dropped.
class JournaledExecutor final : public trace::Executor {
 public:
  JournaledExecutor(trace::Executor& executor, Options options);

  // Takes over the runs of the database: from now on they are recalled. Must be called before the first test.
  std::optional<base::Error> resume(std::unique_ptr<Database> database);
  // The exploration has started again: this is what a later session begins with.
  void restarted(std::string taken_along);
  const std::string& taken_along() const { return taken_along_; }
  // Writes what has not been written yet; or removes everything, if nothing is left to explore.
  void finish(bool complete);

  std::uint64_t recalled() const { return recalled_; }
  // Can a later session continue from here?
  bool keeps() const { return database_ != nullptr; }
  // Why not everything is kept; empty if it is.
  const std::string& problem() const { return problem_; }

  void run(const trace::Test& test, trace::Trace& trace) override { executor_.run(test, trace); }
  std::size_t room() const override { return executor_.room(); }
  void send(const trace::Test& test) override;
  void receive(trace::Trace& trace) override;
  void drop_sent() override;
  std::int64_t initial_state(trace::LocationId l) const override { return executor_.initial_state(l); }
  unsigned cell_width(trace::LocationId l) const override { return executor_.cell_width(l); }
  const trace::Names& names() const override { return executor_.names(); }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override {
    return executor_.intern_thread(parent, nth);
  }
  symbolic::Expressions* expressions() const override { return executor_.expressions(); }
  bool can_scout() const override { return executor_.can_scout(); }
  std::vector<std::string> words() const override { return executor_.words(); }
  bool make_symbolic(trace::SymbolicValues values) override { return executor_.make_symbolic(values); }
  std::string not_followed() const override { return executor_.not_followed(); }
  bool refine() override;
  bool knows_twins() const override { return executor_.knows_twins(); }
  bool is_exact() const override { return executor_.is_exact(); }
  std::vector<std::string> reasons_of_incompleteness() const override { return executor_.reasons_of_incompleteness(); }
  std::vector<std::string> assumptions() const override { return executor_.assumptions(); }
  std::string output() const override { return executor_.output(); }
  trace::Explanation explain(const trace::Test& test, const trace::Failure* failure) override {
    return executor_.explain(test, failure);
  }
  std::vector<trace::VisibleCell> visible_cells() const override { return executor_.visible_cells(); }
  bool make_visible(const std::vector<trace::VisibleCell>& cells) override;
  bool wake_idle_locks() override;

 private:
  using Clock = std::chrono::steady_clock;

  // A test that was sent.
  struct Sent {
    const trace::Test* test = nullptr;
    base::Hash128 key;
    std::optional<KeptRuns::Run> kept;
    bool has_key = false;
  };
  static constexpr std::size_t kMaxSent = 64;

  // False if it must be run after all.
  bool answer(const trace::Test& test, const KeptRuns::Run& run, trace::Trace& trace);
  bool is_to_be_verified() const;
  void verify(const trace::Test& test, trace::Trace& trace);
  void keep(const Sent& sent, const trace::Trace& trace, std::size_t first_expression);
  // Has the next fraction of a second passed? Looks at the clock only now and then.
  bool is_time();
  void begin();
  void write();
  void forget();
  void stop_keeping(const std::string& problem);

  trace::Executor& executor_;
  Options options_;
  std::unique_ptr<Database> database_;
  bool is_keeping_ = true;  // or will, once it has lasted long enough
  bool replaces_ = true;    // the next batch is the first: what is in the database no longer counts
  TraceCodec codec_;
  KeptRuns kept_;
  Batch batch_;
  Facts changed_;
  std::uint64_t bytes_ = 0;  // written so far
  std::uint64_t recalled_ = 0;
  std::string taken_along_;
  std::string problem_;
  std::array<Sent, kMaxSent> sent_;
  std::size_t first_sent_ = 0;
  std::size_t sent_count_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_look_ = start_;
  Clock::time_point next_time_ = start_;
  std::uint64_t received_ = 0;
  int stride_ = 1;
  int countdown_ = 1;
};

}  // namespace heddle::journal
