#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "explore/dpor/action.h"
#include "explore/input_solver.h"
#include "explore/tree_search.h"
#include "trace/counts.h"
#include "trace/trace.h"

namespace heddle::explore::dpor {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// One step of the current execution, identified by its position in it. The links allow the execution to be undone step
// by step.
struct Event {
  Action action;
  std::uint32_t index = 0;         // it is the index-th step of its thread, counted from 1
  std::uint32_t operation = 0;     // index into Trace::operations
  std::uint32_t previous = kNone;  // the step before it in its thread
  std::uint32_t waker = kNone;     // what last created or woke its thread
  std::uint32_t mate = kNone;      // the event before it in its group (LocationRecord)
  std::uint32_t before = kNone;    // the last event of the group before
  std::uint32_t races_before = 0;  // how many races had been found before this event; its own follow
};

// Something that another execution can do instead of the event `first`, and that excludes doing `first` at that point:
// - `second` is the later event of a reversible race with `first` (or a pending operation, which never ran), as
//   it would be executed there;
// - or `second` is another outcome of `first`.
struct Race {
  std::uint32_t first = kNone;
  // Everything that has to happen before `second`, whatever the state of its location, is in the past of these events;
  // none if nothing has to.
  std::uint32_t cause = kNone;
  std::uint32_t twin = kNone;  // the first step of the twin of its thread, if it is a first step, too
  // Where left_out() of the races before ends, and that of this one.
  std::uint32_t left_out_begin = 0;
  std::uint32_t left_out_end = 0;
  Action second;
};

// The current execution E of a depth-first search with its happens-before relation and its reversible races.
//
// Happens-before is the smallest order that contains the program order, waker before woken, the first steps of twins in
// their order (if the tests order them: trace::Twin), and the order of dependent steps. It is kept as one vector clock
// per event: the number of steps of each thread in its past, itself included. A race is a pair of events of different
// threads, dependent, with nothing between them in that order; it is reversible if the later one could happen before
// the earlier one.
//
// Invariants: (1) the events below length() are those of the last trace, clocks and links in place; (2) races are
// stored in the order of their later event, so that truncate() takes back exactly those of the events it drops;
// (3) nothing is allocated once the tables have grown to the length of a run.
// Owned by a strategy, one each.
class History {
 public:
  // Without a solver, decisions have no other outcomes. `verifies`: may the first length() steps of a trace not be the
  // known ones, because the program is not deterministic?
  explicit History(InputSolver* inputs = nullptr, bool verifies = false) : inputs_(inputs), verifies_(verifies) {}

  std::uint32_t length() const { return static_cast<std::uint32_t>(events_.size()); }
  const Event& event(std::uint32_t position) const { return events_[position]; }

  std::uint32_t race_count() const { return static_cast<std::uint32_t>(races_.size()); }
  const Race& race(std::uint32_t id) const { return races_[id]; }
  // The events after race.first that do not depend on it, and yet must be left out, with all that happens after them,
  // so that race.second is enabled: other threads begin to read there, and do not end without race.first.
  std::span<const std::uint32_t> left_out(const Race& race) const {
    return std::span(left_out_).subspan(race.left_out_begin, race.left_out_end - race.left_out_begin);
  }

  // Undoes all events except the first `length`, and their races.
  void truncate(std::uint32_t length);

  // Appends the steps of the trace after the first length() ones, and finds their races and those of the operations
  // that are blocked at the end. Throws a trace::Surprise if these first steps have changed.
  void extend(const trace::Trace& trace);

  // The events that may be in a reversible race with a later access about which nothing more is known: all that may be
  // dependent with it, do not happen before the last known step of its thread, and have no other such event in between.
  // Replaces the content of `events`.
  void find_unseen_races(const Access& access, std::vector<std::uint32_t>& events) const;

  // The conditions of all its decisions.
  const Path& path() const { return path_; }

  // Does the first event happen before the second one, or are they the same?
  bool happens_before(std::uint32_t first, std::uint32_t second) const {
    return is_past(events_[first], clock(second));
  }

  // The number of steps of `thread` in the past of the event.
  std::int32_t known(std::uint32_t position, trace::ThreadId thread) const { return clock(position)[thread.index()]; }

  // The sum of what the additions of the event's group that come after `first`, or are it, and before the event itself
  // take of its room (Action::dip).
  std::int32_t dips_before(std::uint32_t event, std::uint32_t first) const;

  // Threads are numbered below this.
  std::size_t width() const { return width_; }

  // The number of steps in the past of the event, by thread: width() of them.
  const std::int32_t* clock(std::uint32_t position) const { return clocks_.data() + position * width_; }

 private:
  struct ThreadRecord {
    std::uint32_t first = kNone;  // its first event, if it has a last one
    std::uint32_t last = kNone;   // its last event
    std::uint32_t waker = kNone;  // what created it, or woke it last
    trace::ThreadId twin;  // whose first step comes before its own (trace::Twin); none if there is no such thread
  };
  // The events of a location form groups: the longest parts of the execution, restricted to the location, whose events
  // commute with each other. One that modifies the location is a group by itself. So each event of a group depends on
  // all events of the previous group, and on no others of the location except those that these depend on.
  struct LocationRecord {
    std::uint32_t last = kNone;    // the last event of the current group
    std::uint32_t before = kNone;  // that of the group before
  };

  // A thread that takes part in a group of additions.
  struct Reader {
    trace::ThreadId thread;
    std::int64_t sum = 0;
    std::int64_t highest = 0;
    std::uint32_t begin = kNone;  // the first event after the last one with the highest sum
  };

  static bool is_past(const Event& e, const std::int32_t* clock) {
    return clock[e.action.thread.index()] >= static_cast<std::int32_t>(e.index);
  }

  void verify(const trace::Trace& trace) const;
  void take_twins(const trace::Trace& trace);
  // The step that has to come before the first one of this thread; none if it has already taken that, or may do so at
  // any time.
  std::uint32_t first_of_twin(const ThreadRecord& thread) const {
    if (thread.last != kNone || !thread.twin.valid()) return kNone;
    const ThreadRecord& twin = threads_[thread.twin.index()];
    return twin.last != kNone ? twin.first : kNone;
  }
  void widen(std::size_t threads);
  void append(const trace::Operation& op, std::uint32_t operation);
  // The clock of the next step of a thread by program order and waker alone, in the row after the last event.
  std::int32_t* begin_clock(const trace::Operation& op);
  void join(std::int32_t* clock, std::uint32_t position) const;
  // Joins the clocks of what has woken a thread: the event, and where arrivals commute, those of its group before it.
  void join_wakers(std::int32_t* clock, std::uint32_t last) const;
  // Finds the races of an operation that waits for a state of its location. `group`: the last event there.
  void find_blocking_races(const trace::Operation& op, const std::int32_t* clock, std::uint32_t group);
  // The same for a group of additions that it does not commute with. False if it may have to come before all of them,
  // but not because of one of them.
  bool find_races_with_additions(const trace::Operation& op, const std::int32_t* clock, std::uint32_t group);
  // The state in which the operation finds its location instead of the addition `event`, if it is enabled there. All
  // that can come before it does: readers without an end that does not depend on the addition cannot, and where they
  // begin is appended to left_out_.
  std::optional<std::int64_t> state_instead(const trace::Operation& op, const std::int32_t* clock, std::uint32_t event,
                                            std::uint32_t group);
  // What is left of the group after `event` goes to rest_: what happens neither after it nor after those of left_out_
  // from `begin` on.
  void collect_rest(std::uint32_t event, std::uint32_t group, std::size_t begin);
  // The first event in rest_ from which on its thread reads without an end there; kNone if there is none.
  std::uint32_t find_endless_reader();
  // Adds to the clock what a step that can always happen depends on at its location, the events of a group, and finds
  // its races.
  void find_races(const trace::Operation& op, std::int32_t* clock, std::uint32_t group);
  // The state of the location at the point of the event, if the event and everything that happens after it are left
  // out; `group` is the last event of its group.
  std::int64_t state_without(std::uint32_t event, std::uint32_t group) const;
  // `state`: that of the location at the point where the second one would be executed instead of the first, which is in
  // this group. left_out_ has its events already.
  void add_race(std::uint32_t first, std::uint32_t group, const trace::Operation& second, std::int64_t state);
  // What the addition would be if it joined the group that ends with this event, without those of its events that
  // happen after `except`, if that is one of them. `base`: the state before it if there is no group.
  void place_count(Action& action, const trace::Operation& op, std::int64_t base, std::uint32_t group,
                   std::uint32_t except = kNone);
  // The same, if it came instead of the event `first` of this group.
  void place_count_instead(Action& action, const trace::Operation& op, std::uint32_t first, std::uint32_t group);
  void push_race(Race race);
  void add_other_outcomes(const trace::Operation& op);
  void add_decision(const trace::Operation& op);
  void find_pending_races();

  InputSolver* inputs_;
  bool verifies_;
  Path path_;
  const trace::Trace* trace_ = nullptr;  // while extending
  std::size_t width_ = 0;
  std::vector<Event> events_;
  std::vector<Race> races_;
  std::vector<std::uint32_t> left_out_;
  std::vector<std::uint32_t> rest_;  // while looking for races; so are these
  std::vector<Reader> readers_;
  trace::CountGroup counts_;
  std::uint32_t event_races_ = 0;     // the races of events; after them come those of operations pending at the end
  std::vector<std::int32_t> clocks_;  // rows of width_, one per event and one more
  std::array<ThreadRecord, trace::kMaxThreads> threads_{};
  std::vector<trace::Twin> twins_;  // of the last trace
  std::vector<LocationRecord> locations_;
};

// A set of events of a history that is closed under happens-before, as one clock.
class Past {
 public:
  explicit Past(const History& history) : history_(&history) {}

  void clear() { clock_.assign(history_->width(), 0); }
  // Adds the event and its past.
  void add(std::uint32_t position) {
    const std::int32_t* other = history_->clock(position);
    for (std::size_t i = 0; i < clock_.size(); ++i) clock_[i] = std::max(clock_[i], other[i]);
  }
  bool contains(std::uint32_t position) const {
    const Event& e = history_->event(position);
    return clock_[e.action.thread.index()] >= static_cast<std::int32_t>(e.index);
  }

 private:
  const History* history_;
  std::vector<std::int32_t> clock_;
};

}  // namespace heddle::explore::dpor
