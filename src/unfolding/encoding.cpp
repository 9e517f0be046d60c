#include "unfolding/encoding.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/stop.h"

namespace heddle::unfolding {

namespace {

// Up to this many events are made mutually exclusive pair by pair.
constexpr std::ptrdiff_t kFew = 5;

bool is_start(const Event& event) { return !event.parent.valid() && event.thread != kNoThread; }

class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}

  // Never negative.
  unsigned milliseconds_left() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    const double left = (seconds_ - passed.count()) * 1000;
    return left < 1 ? 0 : static_cast<unsigned>(std::min(left, 1e9));
  }

 private:
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

template <class Visit>
void Encoding::for_each(const Lists& lists, EventId list, Visit visit) {
  EventId e;
  for (e.value = lists.first[list.index()]; e.valid(); e.value = lists.next[e.index()]) visit(e);
}

Encoding::Encoding(const BranchingProcess& process) : process_(process), solver_(context_, "QF_FD") {
  declare();
  for (std::size_t i = 0; i < process_.size(); ++i) {
    const EventId e(i);
    if (!process_[e].executed()) continue;
    if (process_[e].parent.valid()) require_causes(e);
    require_exclusive(following_, e);
    require_exclusive(replacing_, e);
  }
}

void Encoding::declare() {
  const std::size_t size = process_.size();
  next_variable_ = size;
  happened_.reserve(size);
  following_.resize(size);
  replacing_.resize(size);
  const z3::expr null(context_);
  at_.resize(size, null);
  current_.resize(size, null);
  for (std::size_t i = 0; i < size; ++i) {
    const EventId e(i);
    const Event& event = process_[e];
    if (!event.executed()) {
      happened_.push_back(context_.bool_val(false));
    } else if (event.parent.valid()) {
      happened_.push_back(context_.constant(context_.int_symbol(static_cast<int>(i)), context_.bool_sort()));
      following_.add(event.parent, e);
      if (event.modifies()) replacing_.add(event.version, e);
    } else {
      const bool created = is_start(event) && event.version.valid();
      happened_.push_back(created ? happened_[event.version.index()] : context_.bool_val(true));
      if (is_start(event) && !created) starts_.push_back(e);
    }
  }
}

void Encoding::require_causes(EventId e) {
  const auto cause = [&](EventId c) {
    if (!happened(c).is_true()) solver_.add(!happened(e) || happened(c));
  };
  cause(process_[e].parent);
  if (process_[e].version.valid()) cause(process_[e].version);
  for (const EventId read : process_.consumed(e)) cause(read);
}

z3::expr Encoding::fresh() {
  return context_.constant(context_.int_symbol(static_cast<int>(next_variable_++)), context_.bool_sort());
}

void Encoding::require_exclusive(const Lists& lists, EventId list) {
  std::vector<z3::expr> events;
  for_each(lists, list, [&](EventId e) { events.push_back(happened(e)); });
  // As long as there are many, a variable "one of these" replaces a few of them.
  while (std::ssize(events) > kFew) {
    const z3::expr one_of_these = fresh();
    const auto few = events.end() - kFew;
    require_pairwise_exclusive(few, events.end());
    std::for_each(few, events.end(), [&](const z3::expr& e) { solver_.add(!e || one_of_these); });
    events.erase(few, events.end());
    events.push_back(one_of_these);
  }
  require_pairwise_exclusive(events.begin(), events.end());
}

void Encoding::require_pairwise_exclusive(Expressions begin, Expressions end) {
  for (auto i = begin; i != end; ++i) {
    for (auto j = begin; j != i; ++j) solver_.add(!*i || !*j);
  }
}

z3::expr Encoding::unfollowed(EventId e, const Lists& lists) {
  z3::expr_vector followers(context_);
  for_each(lists, e, [&](EventId f) { followers.push_back(happened(f)); });
  if (followers.empty()) return happened(e);
  const z3::expr result = fresh();
  // In both directions: the variable may be required to be true or to be false.
  for (unsigned i = 0; i < followers.size(); ++i) solver_.add(!result || !followers[static_cast<int>(i)]);
  solver_.add(!result || happened(e));
  followers.push_back(!happened(e));
  followers.push_back(result);
  solver_.add(z3::mk_or(followers));
  return result;
}

z3::expr Encoding::at(EventId condition) {
  z3::expr& known = at_[condition.index()];
  if (static_cast<Z3_ast>(known) == nullptr) known = unfollowed(condition, following_);
  return known;
}

z3::expr Encoding::current(EventId version) {
  z3::expr& known = current_[version.index()];
  if (static_cast<Z3_ast>(known) == nullptr) known = unfollowed(version, replacing_);
  return known;
}

Answer Encoding::solve(double seconds, std::vector<EventId>& last) {
  const base::StopListener listener([&] { context_.interrupt(); });
  try {
    return refine_until_solved(seconds, last);
  } catch (const z3::exception&) {
    base::poll_stop();  // it may have been interrupted at any point
    return Answer::kUnknown;
  }
}

Answer Encoding::refine_until_solved(double seconds, std::vector<EventId>& last) {
  const Deadline deadline(seconds);
  for (;;) {
    base::poll_stop();
    const unsigned left = deadline.milliseconds_left();
    if (left == 0) return Answer::kUnknown;
    z3::params parameters(context_);
    parameters.set("timeout", left);
    solver_.set(parameters);
    switch (solver_.check()) {
      case z3::unsat: return Answer::kNo;
      case z3::unknown: base::poll_stop(); return Answer::kUnknown;
      case z3::sat: break;
    }
    extract(solver_.get_model(), last);
    if (!refine(last)) return Answer::kYes;
    ++refinements_;
  }
}

// A solution contains the causes of its events, so walking along its threads reaches all of them.
void Encoding::extract(const z3::model& model, std::vector<EventId>& last) {
  last.assign(trace::kMaxThreads, EventId());
  for (const EventId start : starts_) extract_thread(model, start, last);
}

void Encoding::extract_thread(const z3::model& model, EventId start, std::vector<EventId>& last) {
  EventId at = start;
  for (EventId next = start; next.valid();) {
    at = next;
    next = EventId();
    for_each(following_, at, [&](EventId e) {
      if (!next.valid() && model.eval(happened(e)).is_true()) next = e;
    });
    const bool creates = next.valid() && process_.next(at).kind == trace::OpKind::kCreate;
    if (creates) extract_thread(model, EventId(static_cast<std::size_t>(process_[next].value)), last);
  }
  last[process_[start].thread] = at;
}

bool Encoding::is_cause(EventId e, EventId f) const {
  const EventId seen = process_.history(f).last_of(process_[e].thread);
  return seen.valid() && process_[seen].depth >= process_[e].depth;
}

void Encoding::collect_stale(const std::vector<EventId>& last) {
  stale_.clear();
  replaced_by_.resize(process_.size());
  const auto for_each_event = [&](auto visit) {
    for (EventId e : last) {
      for (; e.valid() && process_[e].parent.valid(); e = process_[e].parent) visit(e);
    }
  };
  for_each_event([&](EventId e) {
    if (process_[e].modifies()) replaced_by_[process_[e].version.index()] = e;
  });
  for_each_event([&](EventId e) {
    if (!process_[e].observes()) return;
    const EventId replacement = replaced_by_[process_[e].version.index()];
    if (replacement.valid() && !is_cause(e, replacement)) stale_.push_back({e, replacement});
  });
  for_each_event([&](EventId e) {
    if (process_[e].modifies()) replaced_by_[process_[e].version.index()] = EventId();
  });
}

// Breadth first in the graph of the stale reads, where j follows i if the replacement of i is a cause of read j.
std::vector<std::uint32_t> Encoding::cycle_through(std::uint32_t i) const {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> before(stale_.size(), kUnseen);
  std::vector<std::uint32_t> queue = {i};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t from = queue[head];
    for (std::uint32_t to = 0; to < stale_.size(); ++to) {
      if (before[to] != kUnseen || !is_cause(stale_[from].replacement, stale_[to].read)) continue;
      before[to] = from;
      queue.push_back(to);
      if (to != i) continue;
      std::vector<std::uint32_t> cycle = {i};
      for (std::uint32_t at = from; at != i; at = before[at]) cycle.push_back(at);
      return cycle;
    }
  }
  return {};
}

bool Encoding::refine(const std::vector<EventId>& last) {
  collect_stale(last);
  if (stale_.empty()) return false;
  if (process_.net() == Net::kPlaceReplicated) {
    for (const Stale& s : stale_) solver_.add(!happened(s.read) || !happened(s.replacement));
    return true;
  }
  std::set<std::vector<std::uint32_t>> cycles;
  for (std::uint32_t i = 0; i < stale_.size(); ++i) {
    std::vector<std::uint32_t> cycle = cycle_through(i);
    std::ranges::sort(cycle);
    if (!cycle.empty()) cycles.insert(std::move(cycle));
  }
  for (const std::vector<std::uint32_t>& cycle : cycles) {
    z3::expr_vector clause(context_);
    for (const std::uint32_t i : cycle) clause.push_back(!happened(stale_[i].read));
    solver_.add(z3::mk_or(clause));
  }
  return !cycles.empty();
}

}  // namespace heddle::unfolding
