#include "explore/dpor/history.h"

#include <algorithm>

#include "base/check.h"
#include "trace/surprise.h"

namespace heddle::explore::dpor {

using trace::Effect;
using trace::Operation;
using trace::OpKind;

namespace {

// Rows of clocks have a multiple of this many entries, so that the compiler joins them by vector instructions.
constexpr std::size_t kLanes = 4;

}  // namespace

void History::truncate(std::uint32_t length) {
  const std::uint32_t races = length < this->length() ? events_[length].races_before : event_races_;
  races_.resize(races);
  left_out_.resize(races_.empty() ? 0 : races_.back().left_out_end);
  event_races_ = races;
  while (events_.size() > length) {
    const Event& e = events_.back();
    ThreadRecord& thread = threads_[e.action.thread.index()];
    thread.last = e.previous;
    // If the waker has been undone too, the thread will be woken again before it needs one.
    thread.waker = e.waker;
    if (e.action.location != Action::kNowhere) {
      const std::uint32_t before = e.before != kNone ? events_[e.before].before : kNone;
      locations_[e.action.location] =
          e.mate != kNone ? LocationRecord{e.mate, e.before} : LocationRecord{e.before, before};
    }
    if (e.action.condition.valid()) path_.pop_back();
    events_.pop_back();
  }
}

void History::verify(const trace::Trace& trace) const {
  for (std::uint32_t i = 0; i < length(); ++i) {
    const std::size_t operation = events_[i].operation;
    trace::expect_step(operation < trace.operations.size(), trace.operations.size(), "{} steps, {} planned", i,
                       length());
    Action action = action_of(trace.operations[operation]);
    // Not part of the trace.
    action.condition = events_[i].action.condition;
    action.room = events_[i].action.room;
    action.dip = events_[i].action.dip;
    trace::expect_step(action == events_[i].action, operation, "step {} has changed", i + 1);
  }
}

void History::extend(const trace::Trace& trace) {
  if (verifies_) verify(trace);
  trace_ = &trace;
  truncate(length());
  take_twins(trace);
  const std::size_t count = trace.operations.size();
  for (std::size_t i = events_.empty() ? 0 : events_.back().operation + 1; i < count; ++i) {
    const Operation& op = trace.operations[i];
    if (trace::is_step(op)) append(op, static_cast<std::uint32_t>(i));
  }
  event_races_ = race_count();
  find_pending_races();
  trace_ = nullptr;
}

void History::take_twins(const trace::Trace& trace) {
  if (trace.twins == twins_) return;
  for (const trace::Twin& twin : twins_) threads_[twin.thread.index()].twin = trace::ThreadId::none();
  for (const trace::Twin& twin : trace.twins) threads_[twin.thread.index()].twin = twin.before;
  twins_ = trace.twins;
}

void History::widen(std::size_t threads) {
  CHECK(threads <= trace::kMaxThreads);
  const std::size_t width = (threads + kLanes - 1) / kLanes * kLanes;
  std::vector<std::int32_t> wider((events_.size() + 1) * width, 0);
  for (std::size_t row = 0; row < events_.size(); ++row) {
    std::copy_n(clocks_.begin() + static_cast<std::ptrdiff_t>(row * width_), width_,
                wider.begin() + static_cast<std::ptrdiff_t>(row * width));
  }
  clocks_ = std::move(wider);
  width_ = width;
}

void History::join(std::int32_t* clock, std::uint32_t position) const {
  const std::int32_t* other = this->clock(position);
  for (std::size_t lane = 0; lane < width_; lane += kLanes) {
    for (std::size_t i = lane; i < lane + kLanes; ++i) clock[i] = std::max(clock[i], other[i]);
  }
}

void History::join_wakers(std::int32_t* clock, std::uint32_t last) const {
  join(clock, last);
  const Operation& op = trace_->operations[events_[last].operation];
  if (op.kind != OpKind::kArrive || !trace::is_addition(op)) return;
  // Those before it in its group of the barrier are the last ones of its group of the location.
  std::uint32_t e = events_[last].mate;
  for (std::int32_t left = trace::unpack_arrival(op.operand).group - 1; left > 0 && e != kNone; --left) {
    join(clock, e);
    e = events_[e].mate;
  }
}

std::int32_t* History::begin_clock(const Operation& op) {
  const std::size_t needed = (events_.size() + 1) * width_;
  if (clocks_.size() < needed) clocks_.resize(2 * needed);
  std::int32_t* clock = clocks_.data() + events_.size() * width_;
  const ThreadRecord& thread = threads_[op.thread.index()];
  if (thread.last != kNone) {
    std::copy_n(this->clock(thread.last), width_, clock);
  } else {
    std::fill_n(clock, width_, 0);
    if (thread.waker != kNone) join(clock, thread.waker);
    if (const std::uint32_t twin = first_of_twin(thread); twin != kNone) join(clock, twin);
  }
  if (op.kind == OpKind::kWake || op.kind == OpKind::kLeave) {
    if (thread.waker != kNone) join_wakers(clock, thread.waker);
  } else if (op.kind == OpKind::kJoin) {
    // The end of a thread without steps is part of its creation.
    const ThreadRecord& joined = threads_[static_cast<std::size_t>(op.choice)];
    const std::uint32_t end = joined.last != kNone ? joined.last : joined.waker;
    if (end != kNone) join(clock, end);
  }
  return clock;
}

void History::append(const Operation& op, std::uint32_t operation) {
  const auto position = length();
  if (op.thread.index() >= width_) widen(op.thread.index() + 1);
  ThreadRecord& thread = threads_[op.thread.index()];

  Event e;
  e.action = action_of(op);
  e.operation = operation;
  e.previous = thread.last;
  e.waker = thread.waker;
  e.index = thread.last == kNone ? 1 : events_[thread.last].index + 1;
  e.races_before = race_count();

  std::int32_t* clock = begin_clock(op);
  clock[op.thread.index()] = static_cast<std::int32_t>(e.index);
  if (e.action.location != Action::kNowhere) {
    if (e.action.location >= locations_.size()) locations_.resize(e.action.location + 1);
    LocationRecord& record = locations_[e.action.location];
    if (waits_for_state(op.kind)) find_blocking_races(op, clock, record.last);
    if (record.last != kNone && commute(events_[record.last].action.touch, e.action.touch)) {
      e.mate = record.last;
    } else {
      record.before = record.last;
    }
    record.last = position;
    e.before = record.before;
    if (e.action.touch == Touch::kAdds && trace::is_count(op)) place_count(e.action, op, op.before, e.mate);
    find_races(op, clock, e.before);
  }
  events_.push_back(e);
  if (thread.last == kNone) thread.first = position;
  thread.last = position;

  if (op.kind == OpKind::kCreate) threads_[static_cast<std::size_t>(op.choice)].waker = position;
  for (const trace::ThreadId woken : trace::woken_by(op)) threads_[woken.index()].waker = position;
  if (op.kind == OpKind::kBranch) {
    add_decision(op);
  } else {
    add_other_outcomes(op);
  }
}

void History::find_blocking_races(const Operation& op, const std::int32_t* clock, std::uint32_t group) {
  // Back along the modifications of the location, over those before which the operation was not enabled: after lock_p
  // unlock_p, a lock_q races with lock_p. Observers of those versions do not matter: what comes before the modification
  // found here is considered again in the trace in which this operation comes before it. Where threads wait for a cell,
  // additions to it are modifications like others.
  for (; group != kNone; group = events_[group].before) {
    const Event& e = events_[group];
    if (e.action.touch == Touch::kObserves) continue;
    if (e.action.touch == Touch::kAdds) {
      CHECK(!trace::is_await(op.kind));
      if (!trace::is_addition(op.kind, op.operand) && find_races_with_additions(op, clock, group)) return;
      continue;
    }
    if (is_past(e, clock)) return;
    const std::int64_t state = trace_->operations[e.operation].before;
    if (!trace::enabled_at(op, state)) continue;
    add_race(group, group, op, state);
    return;
  }
}

bool History::find_races_with_additions(const Operation& op, const std::int32_t* clock, std::uint32_t group) {
  bool is_first = false;
  for (std::uint32_t e = group; e != kNone; e = events_[e].mate) {
    if (is_past(events_[e], clock)) {
      is_first = true;
    } else if (const std::optional<std::int64_t> state = state_instead(op, clock, e, group)) {
      add_race(e, group, op, *state);
      is_first = true;
    }
  }
  return is_first;
}

std::optional<std::int64_t> History::state_instead(const Operation& op, const std::int32_t* clock, std::uint32_t event,
                                                   std::uint32_t group) {
  const std::size_t begin = left_out_.size();
  collect_rest(event, group, begin);
  for (std::uint32_t reader = find_endless_reader(); reader != kNone; reader = find_endless_reader()) {
    if (is_past(events_[reader], clock)) break;
    left_out_.push_back(reader);
    collect_rest(event, group, begin);
  }
  std::int64_t state = trace_->operations[events_[event].operation].before;
  for (const std::uint32_t e : rest_) {
    const Operation& addition = trace_->operations[events_[e].operation];
    state += addition.value - addition.before;
  }
  if (trace::enabled_at(op, state)) return state;
  left_out_.resize(begin);
  return std::nullopt;
}

void History::collect_rest(std::uint32_t event, std::uint32_t group, std::size_t begin) {
  rest_.clear();
  const auto left_out = std::span(left_out_).subspan(begin);
  const auto follows = [&](std::uint32_t e) {
    return happens_before(event, e) ||
           std::ranges::any_of(left_out, [&](std::uint32_t other) { return happens_before(other, e); });
  };
  for (std::uint32_t e = group; e != event; e = events_[e].mate) {
    if (!follows(e)) rest_.push_back(e);
  }
  std::ranges::reverse(rest_);
}

std::uint32_t History::find_endless_reader() {
  // Nobody ends what it has not begun: a thread reads the less the higher its sum, and not at all where that is
  // highest, if it ever ends what it had begun before.
  readers_.clear();
  for (const std::uint32_t e : rest_) {
    const Operation& addition = trace_->operations[events_[e].operation];
    auto reader = std::ranges::find(readers_, addition.thread, &Reader::thread);
    if (reader == readers_.end()) reader = readers_.insert(reader, {.thread = addition.thread});
    reader->sum += addition.value - addition.before;
    if (reader->sum >= reader->highest) {
      reader->highest = reader->sum;
      reader->begin = kNone;
    } else if (reader->begin == kNone) {
      reader->begin = e;
    }
  }
  const auto is_endless = [](const Reader& reader) { return reader.begin != kNone; };
  const auto endless = std::ranges::find_if(readers_, is_endless);
  return endless != readers_.end() ? endless->begin : kNone;
}

void History::find_races(const Operation& op, std::int32_t* clock, std::uint32_t group) {
  // From the latest to the earliest event that this step depends on: one that is not already in the past has no other
  // event in between, hence it is a race. Observers left the state as it is now, so the operation was enabled before
  // them, too.
  for (std::uint32_t e = group; e != kNone; e = events_[e].mate) {
    if (is_past(events_[e], clock)) continue;
    const bool may_wait = waits_for_state(op.kind) && events_[e].action.touch != Touch::kObserves;
    if (!may_wait) add_race(e, group, op, state_without(e, group));
    join(clock, e);
  }
}

std::int64_t History::state_without(std::uint32_t event, std::uint32_t group) const {
  const auto operation = [&](std::uint32_t e) -> const Operation& { return trace_->operations[events_[e].operation]; };
  const Operation& left_out = operation(event);
  if (events_[event].action.touch != Touch::kAdds) return left_out.before;
  std::int64_t state = left_out.before;
  for (; group != event; group = events_[group].mate) {
    if (!happens_before(event, group)) state += operation(group).value - operation(group).before;
  }
  // The sums of those whose threads look for one do not wrap around.
  return trace::is_count(left_out) ? state : trace::cell_state(state, left_out.operand);
}

void History::add_race(std::uint32_t first, std::uint32_t group, const Operation& second, std::int64_t state) {
  const ThreadRecord& thread = threads_[second.thread.index()];
  const std::uint32_t cause = thread.last != kNone ? thread.last : thread.waker;
  Action action = action_at(second, state);
  if (trace::is_count(second)) place_count_instead(action, second, first, group);
  push_race({.first = first, .cause = cause, .twin = first_of_twin(thread), .second = action});
}

void History::place_count(Action& action, const Operation& op, std::int64_t base, std::uint32_t group,
                          std::uint32_t except) {
  const trace::Count count = trace::unpack_count(op.operand);
  counts_.begin(op.thread, op.value - op.before);
  for (std::uint32_t e = group; e != kNone; e = events_[e].mate) {
    const Operation& other = trace_->operations[events_[e].operation];
    base = other.before;
    if (except == kNone || !happens_before(except, e)) counts_.prepend(other.thread, other.value - other.before);
  }
  const trace::CountPlace place = counts_.place(base, count.end);
  action.touch = count.is_even && place.fits ? Touch::kAdds : Touch::kModifies;
  action.room = action.touch == Touch::kAdds ? place.room : Action::kAnyRoom;
  action.dip = action.touch == Touch::kAdds ? place.dip : 0;
}

void History::place_count_instead(Action& action, const Operation& op, std::uint32_t first, std::uint32_t group) {
  const Event& event = events_[first];
  const std::int64_t state = trace_->operations[event.operation].before;
  if (event.action.touch == Touch::kAdds) return place_count(action, op, state, group, first);
  // Others that observe come before it, and separate it from the additions before them.
  for (std::uint32_t e = group; e != kNone; e = events_[e].mate) {
    if (!happens_before(first, e)) return place_count(action, op, state, kNone);
  }
  const bool joins = event.before != kNone && events_[event.before].action.touch == Touch::kAdds;
  place_count(action, op, state, joins ? event.before : kNone);
}

std::int32_t History::dips_before(std::uint32_t event, std::uint32_t first) const {
  std::int32_t dips = 0;
  for (std::uint32_t e = events_[event].mate; e != kNone && e >= first; e = events_[e].mate)
    dips += events_[e].action.dip;
  return dips;
}

void History::push_race(Race race) {
  race.left_out_begin = races_.empty() ? 0 : races_.back().left_out_end;
  race.left_out_end = static_cast<std::uint32_t>(left_out_.size());
  races_.push_back(race);
}

void History::add_other_outcomes(const Operation& op) {
  const std::int64_t count = trace::outcomes(op, op.before);
  if (count <= 1) return;
  const std::uint32_t position = length() - 1;
  for (std::int64_t n = count - 1; n >= 0; --n) {
    Action other = events_[position].action;
    other.choice = trace::outcome(op, op.before, n);
    if (other.choice != op.choice) push_race({.first = position, .second = other});
  }
}

void History::add_decision(const Operation& op) {
  if (inputs_ == nullptr || !inputs_->is_open(op)) return;
  const std::uint32_t position = length() - 1;
  for (const std::int32_t choice : inputs_->outcomes(path_, op, op.choice)) {
    if (choice == op.choice) continue;
    Action other = events_[position].action;
    other.choice = choice;
    other.condition = inputs_->condition(op, choice);
    push_race({.first = position, .second = other});
  }
  events_[position].action.condition = inputs_->condition(op);
  path_.push_back(events_[position].action.condition);
}

void History::find_unseen_races(const Access& access, std::vector<std::uint32_t>& events) const {
  events.clear();
  if (access.location.value >= locations_.size()) return;
  // A thread that has not taken a step may not exist yet.
  const std::uint32_t cause = threads_[access.thread.index()].last;
  const auto is_past = [&](std::uint32_t e) { return cause != kNone && happens_before(e, cause); };
  // What waits for a state may have to come before any of the modifications that led to the present one. An addition
  // may race with what comes before other additions.
  for (std::uint32_t group = locations_[access.location.value].last; group != kNone; group = events_[group].before) {
    const Touch touch = events_[group].action.touch;
    if (touch == Touch::kObserves && !access.modifies) continue;
    const std::size_t known = events.size();
    for (std::uint32_t e = group; e != kNone; e = events_[e].mate) {
      if (!is_past(e)) events.push_back(e);
    }
    if (touch == Touch::kModifies && (events.size() == known || !waits_for_state(access.kind))) return;
  }
}

void History::find_pending_races() {
  for (const trace::Pending& pending : trace_->pending) {
    const Operation& op = pending.operation;
    const bool blocked = pending.why == trace::Pending::Why::kBlocked || pending.why == trace::Pending::Why::kAbandoned;
    if (!blocked || !waits_for_state(op.kind)) continue;
    // Its twin, which waits for the same, goes first.
    const ThreadRecord& thread = threads_[op.thread.index()];
    if (thread.last == kNone && thread.twin.valid() && threads_[thread.twin.index()].last == kNone) continue;
    if (op.thread.index() >= width_) widen(op.thread.index() + 1);
    if (op.location.value >= locations_.size()) locations_.resize(op.location.value + 1);
    find_blocking_races(op, begin_clock(op), locations_[op.location.value].last);
  }
}

}  // namespace heddle::explore::dpor
