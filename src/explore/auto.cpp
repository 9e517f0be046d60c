#include "explore/auto.h"

#include <algorithm>
#include <vector>

#include "trace/semantics.h"

namespace heddle::explore {

namespace {

// At each look one sample for this many tests, but at least this many samples.
constexpr std::uint64_t kTestsPerSample = 32;
constexpr std::uint64_t kLeastSamples = 8;
constexpr std::uint32_t kPctDepth = 3;
// With fewer targets than this, starting over is not worth it.
constexpr std::uint64_t kTestsPerTarget = 4;

// Do two threads add to one location, with nothing there in between? The unfolding explores both orders.
bool do_additions_meet(const trace::Trace& trace) {
  std::vector<trace::ThreadId> adder;  // by location: which thread took the last step there, if it is an addition
  for (const trace::Operation& op : trace.operations) {
    if (op.effect == trace::Effect::kNone) continue;
    if (op.location.index() >= adder.size()) adder.resize(op.location.index() + 1, trace::ThreadId::none());
    trace::ThreadId& last = adder[op.location.index()];
    const bool adds = trace::is_addition(op);
    if (adds && last.valid() && last != op.thread) return true;
    last = adds ? op.thread : trace::ThreadId::none();
  }
  return false;
}

}  // namespace

Next Auto::next(Plan& plan) {
  if (samples_left_ != 0) {
    --samples_left_;
    plan_sample(plan);
    return Next::kPlan;
  }
  const Next next = search_ != nullptr ? search_->next(plan) : unfolding_->next(plan);
  plan.ticket = plan.ticket * kBys + static_cast<Ticket>(by_);
  return next;
}

// Alternately: few changes of random priorities, and a random thread at each step.
void Auto::plan_sample(Plan& plan) {
  plan.clear();
  const bool pct = samples_ % 2 == 0;
  plan.test.policy = {.kind = pct ? trace::Policy::Kind::kPct : trace::Policy::Kind::kRandom,
                      .seed = rng_.next(),
                      .pct_depth = kPctDepth};
  plan.ticket = samples_++ * kBys + static_cast<Ticket>(By::kSample);
}

void Auto::observe(Ticket ticket, const trace::Trace& trace) {
  const By by = static_cast<By>(ticket % kBys);
  if (by != by_) return;  // a sample, or it was in flight when its strategy was abandoned
  if (by == By::kSearch) {
    search_->observe(ticket / kBys, trace);
  } else {
    observe_unfolding(ticket / kBys, trace);
    if (unfolding_->last_run_scouted()) return;
  }
  count();
}

void Auto::observe_unfolding(Ticket ticket, const trace::Trace& trace) {
  unfolding_->observe(ticket, trace);
  if (unfolding_->last_run_scouted()) return;
  if (unfolding_->last_run_has_threads() && unfolding_->last_run_is_whole()) ++whole_;
  if (tests_ < kFirstLook && do_additions_meet(trace)) ++with_additions_;
  if (by_ != By::kClosing || !unfolding_->waits_in_loops()) return;
  unfolding_ = make_unfolding_(false);
  by_ = By::kUnfolding;
}

void Auto::count() {
  if (++tests_ != next_look_) return;
  next_look_ *= 2;
  // The end may be near.
  if (unfolding_ != nullptr && unfolding_->open_targets() < tests_ / kTestsPerTarget) return;
  samples_left_ = std::max(tests_ / kTestsPerSample, kLeastSamples);
  if (unfolding_ == nullptr) return;
  // The first runs differ most. Later ones are what these have left out, of which more are whole in any program.
  const bool shares_nothing = tests_ == kFirstLook ? whole_ * 2 >= tests_ : whole_ * 10 >= tests_ * 9;
  const bool orders_additions = with_additions_ * 2 >= kFirstLook;
  if (!shares_nothing && !orders_additions) return;
  search_ = make_search_();
  by_ = By::kSearch;
  unfolding_.reset();
  tests_ = 0;
  next_look_ = 2 * kFirstLook;
}

void Auto::observe_early(Ticket ticket, const trace::Trace& trace) {
  if (static_cast<By>(ticket % kBys) == By::kSearch) search_->observe_early(ticket / kBys, trace);
}

bool Auto::observe_divergence(Ticket ticket) {
  if (static_cast<By>(ticket % kBys) != by_) return false;
  return search_ != nullptr ? search_->observe_divergence(ticket / kBys)
                            : unfolding_->observe_divergence(ticket / kBys);
}

Progress Auto::progress() const {
  Progress progress = engine().progress();
  progress.engine = search_ != nullptr ? "dpor" : "contextual";
  return progress;
}

std::vector<trace::VisibleCell> Auto::take_cells_to_show() {
  return unfolding_ != nullptr ? unfolding_->take_cells_to_show() : std::vector<trace::VisibleCell>();
}

}  // namespace heddle::explore
