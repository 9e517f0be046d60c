#include "report/hints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "report/describe.h"
#include "trace/held_locks.h"

namespace heddle::report {

using trace::Held;
using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

bool begins_with_if(std::string_view text) { return text.starts_with("if (") || text.starts_with("if("); }

// Is the statement `text` the one that an `if` on the same line, or on the line before it, is about?
bool is_below_if(std::string_view text, std::string_view before) {
  if (begins_with_if(text)) return true;
  return begins_with_if(before) && (before.ends_with('{') || before.ends_with(')'));
}

// The line before, without the spaces around it; empty if the file is not there.
std::string line_before(const trace::Names::Place& place) {
  constexpr std::size_t kMaxSource = std::size_t{1} << 22;
  const base::Result<std::string> file = base::read_file(place.file, kMaxSource);
  if (!file || place.line < 2) return {};
  std::istringstream lines(file.value());
  std::string line;
  for (std::uint32_t i = 1; i < place.line && std::getline(lines, line);) ++i;
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

// What hints of all kinds say about a run.
class Facts {
 public:
  Facts(const explore::Finding& finding, const trace::Names& names)
      : finding_(finding), trace_(finding.trace), names_(names) {}

 protected:
  void add(const std::string& line) { text_ += line + "\n"; }

  std::string name_of(std::size_t operation) const {
    return location_name(trace_.operations[operation], names_, finding_.explanation.of_operation(operation));
  }

  std::string wanted_by(std::size_t pending) const {
    return location_name(trace_.pending[pending].operation, names_, finding_.explanation.of_waiting(pending));
  }

  std::string who(ThreadId thread) const { return thread_name(thread, names_); }

  std::string place_of(trace::PlaceId id) const {
    if (id.index() == 0 || id.index() >= names_.places.size()) return "an unknown place";
    const trace::Names::Place& place = names_.places[id.index()];
    return fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
  }

  std::size_t step_of(std::size_t operation) const {
    return static_cast<std::size_t>(
        std::count_if(trace_.operations.begin(), trace_.operations.begin() + static_cast<std::ptrdiff_t>(operation) + 1,
                      [](const Operation& op) { return is_step(op); }));
  }

  Held held_at_end(ThreadId thread) const { return held_by(thread, trace_, trace_.operations.size()); }

  bool is_for_reading(std::size_t taken) const {
    const OpKind kind = trace_.operations[taken].kind;
    return kind == OpKind::kReadLock || kind == OpKind::kTryReadLock;
  }

  const explore::Finding& finding_;
  const trace::Trace& trace_;
  const trace::Names& names_;
  std::string text_;
};

class RaceHints : Facts {
 public:
  using Facts::Facts;

  std::string text() {
    if (finding_.later.operation == explore::kNoOperation) return {};
    if (!add_free()) add_missing_lock();
    return std::move(text_);
  }

 private:
  // Who frees memory that another thread still uses does not need a lock but must know that nobody uses it.
  bool add_free() {
    const std::size_t frees = freeing_side(finding_);
    if (frees == explore::kNoOperation) return false;
    const std::size_t uses =
        frees == finding_.earlier.operation ? finding_.later.operation : finding_.earlier.operation;
    const Operation& op = trace_.operations[uses];
    const bool is_freed = finding_.explanation.of_operation(frees)->after == "freed";
    add(fmt::format("{} {} {} at {}, and nothing keeps {} from using it at {} before or after that.",
                    who(trace_.operations[frees].thread), is_freed ? "frees" : "leaves the scope of", name_of(frees),
                    place_of(trace_.operations[frees].place), who(op.thread), place_of(op.place)));
    return true;
  }

  std::string held_text(const Held& held) const {
    std::vector<std::string> locks;
    for (const auto& [lock, taken] : held)
      locks.push_back(name_of(taken) + (is_for_reading(taken) ? " for reading" : ""));
    return locks.empty() ? "no lock" : fmt::format("{}", fmt::join(locks, ", "));
  }

  void add_missing_lock() {
    const Operation& earlier = trace_.operations[finding_.earlier.operation];
    const Operation& later = trace_.operations[finding_.later.operation];
    const Held& of_earlier = finding_.earlier.held;
    const Held& of_later = finding_.later.held;
    const std::string one = who(earlier.thread);
    const std::string other = who(later.thread);
    const std::string what = name_of(finding_.later.operation);
    if (of_earlier.empty() && of_later.empty()) {
      add(fmt::format("Neither {} nor {} holds a lock there: a common lock would order the two accesses to {}.", one,
                      other, what));
      return;
    }
    add(fmt::format("{} holds {} there, {} holds {}: nothing orders the two accesses.", one, held_text(of_earlier),
                    other, held_text(of_later)));
    if (add_write_under_read_lock(finding_.earlier) || add_write_under_read_lock(finding_.later)) return;
    const bool earlier_lacks = of_earlier.empty();
    if (!earlier_lacks && !of_later.empty()) return;
    const Operation& bare = earlier_lacks ? earlier : later;
    add(fmt::format("Likely mistake: {} at {} without {}, under which {} uses it.", what, place_of(bare.place),
                    held_text(earlier_lacks ? of_later : of_earlier), earlier_lacks ? other : one));
  }

  // A common lock that does not exclude the other thread.
  bool add_write_under_read_lock(const explore::RacingAccess& access) {
    const Operation& op = trace_.operations[access.operation];
    if (op.effect != trace::Effect::kModify) return false;
    const Held& others = access.operation == finding_.earlier.operation ? finding_.later.held : finding_.earlier.held;
    for (const auto& [lock, taken] : access.held) {
      if (!is_for_reading(taken) || !others.contains(lock)) continue;
      add(fmt::format("Likely mistake: {} changes {} at {} while it holds {} only for reading, as others may, too.",
                      who(op.thread), name_of(access.operation), place_of(op.place), name_of(taken)));
      return true;
    }
    return false;
  }
};

class FailureHints : Facts {
 public:
  using Facts::Facts;

  std::string text() {
    add_freed();
    add_wait_without_loop(finding_.failure.thread);
    return std::move(text_);
  }

 private:
  void add_freed() {
    const trace::Explanation& e = finding_.explanation;
    if (!e.freed_by.valid() || e.fault.location.empty()) return;
    add(fmt::format("{} was freed by {} at {}.", object_of(e.fault.location), who(e.freed_by), place_of(e.freed_at)));
  }

  // "Node#2" for "Node#2.next": what is freed is the whole.
  static std::string object_of(const std::string& location) {
    const std::size_t number = location.find('#');
    if (number == std::string::npos) return location;
    return location.substr(0, location.find_first_not_of("0123456789", number + 1));
  }

  // The statement that waits begins with `if`, or is the first one below it: whoever wakes up does not look again.
  void add_wait_without_loop(ThreadId failing) {
    for (const Operation& op : trace_.operations) {
      if (op.kind != OpKind::kWake || op.thread != failing || op.place.index() >= names_.places.size()) continue;
      const trace::Names::Place& place = names_.places[op.place.index()];
      if (!is_below_if(place.text, line_before(place))) continue;
      add(fmt::format("Likely mistake: `if` around the wait at {}: {} does not look again when it is woken (`while`).",
                      place_of(op.place), who(failing)));
      return;
    }
  }
};

class DeadlockHints : Facts {
 public:
  using Facts::Facts;

  std::string text() {
    add_lock_order();
    add_upgrade();
    add_lost_signals();
    add_wrong_one_woken();
    add_one_of_several_woken();
    add_missing_arrival();
    add_kept_lock();
    return std::move(text_);
  }

 private:
  // Threads that wait for what the next one holds have taken locks in orders that do not go together.
  void add_lock_order() {
    std::string text;
    for (const explore::Wait& wait : finding_.waits) {
      const Operation& op = trace_.pending[wait.pending].operation;
      if (finding_.core.kind != trace::DeadlockCore::Kind::kCycle || op.kind != OpKind::kLock) return;
      // What the one before in the cycle waits for.
      const explore::Wait& before = &wait == &finding_.waits.front() ? finding_.waits.back() : *(&wait - 1);
      const auto held = wait.held.find(trace_.pending[before.pending].operation.location);
      if (held == wait.held.end() || finding_.waits.size() < 2) return;
      text += fmt::format("{}{} takes {} and then {}", text.empty() ? "" : ", ", who(op.thread), name_of(held->second),
                          wanted_by(wait.pending));
    }
    if (!text.empty()) add("Likely mistake: these locks have no common order: " + text + ".");
  }

  void add_upgrade() {
    for (std::size_t i = 0; i < trace_.pending.size(); ++i) {
      const Operation& op = trace_.pending[i].operation;
      if (op.kind != OpKind::kWriteLock) continue;
      const Held held = held_at_end(op.thread);
      const auto own = held.find(op.location);
      if (own == held.end()) continue;
      add(fmt::format(
          "Likely mistake: {} wants {} for writing at {} and has it for reading since {}: it waits for itself.",
          who(op.thread), wanted_by(i), place_of(op.place), place_of(trace_.operations[own->second].place)));
      return;
    }
  }

  // A thread waits for a signal that was sent before it waited.
  void add_lost_signals() {
    for (const trace::Pending& p : trace_.pending) {
      if (p.operation.kind != OpKind::kWake || p.why != trace::Pending::Why::kBlocked) continue;
      for (std::size_t i = trace_.operations.size(); i-- > 0;) {
        const Operation& op = trace_.operations[i];
        const bool signals = op.kind == OpKind::kSignal || op.kind == OpKind::kBroadcast;
        if (!signals || op.location != p.operation.location) continue;
        if (op.effect != trace::Effect::kModify) {
          add(fmt::format("Lost wake-up: {} has signalled {} in step {} ({}), when nobody waited for it yet.",
                          who(op.thread), name_of(i), step_of(i), place_of(op.place)));
          add_unguarded_change(p.operation);
        }
        break;
      }
    }
  }

  std::size_t last_of(ThreadId thread, OpKind kind, std::size_t before) const {
    while (before-- > 0) {
      if (trace_.operations[before].thread == thread && trace_.operations[before].kind == kind) return before;
    }
    return explore::kNoOperation;
  }

  // What the thread looked at before it waited was changed in between, without the mutex that it held there.
  void add_unguarded_change(const Operation& waits) {
    const std::size_t entered = last_of(waits.thread, OpKind::kWait, trace_.operations.size());
    if (entered == explore::kNoOperation) return;
    const std::size_t locked = last_of(waits.thread, OpKind::kLock, entered);
    if (locked == explore::kNoOperation) return;
    for (std::size_t i = entered; i-- > locked;) {
      const Operation& change = trace_.operations[i];
      if (change.thread == waits.thread || change.effect != trace::Effect::kModify) continue;
      if (held_by(change.thread, trace_, i).contains(trace_.operations[locked].location)) continue;
      for (std::size_t k = locked; k < i; ++k) {
        const Operation& look = trace_.operations[k];
        if (look.thread != waits.thread || look.kind != OpKind::kRead || look.location != change.location) continue;
        add(fmt::format(
            "Likely mistake: {} is changed at {} without {}, which {} holds from its look at it until it waits.",
            name_of(i), place_of(change.place), name_of(locked), who(waits.thread)));
        return;
      }
    }
  }

  // One signal, several threads that wait for different things: it woke one that had to wait again.
  void add_wrong_one_woken() {
    for (std::size_t i = trace_.operations.size(); i-- > 0;) {
      const Operation& op = trace_.operations[i];
      if (op.kind != OpKind::kSignal || op.effect != trace::Effect::kModify || op.choice < 0) continue;
      const ThreadId woken(static_cast<std::size_t>(op.choice));
      const auto waits_at = [&](const trace::Pending& p) {
        return p.operation.kind == OpKind::kWake && p.operation.location == op.location;
      };
      const auto again = std::ranges::find_if(
          trace_.pending, [&](const trace::Pending& p) { return waits_at(p) && p.operation.thread == woken; });
      const auto other = std::ranges::find_if(trace_.pending, [&](const trace::Pending& p) {
        return waits_at(p) && p.operation.thread != woken && again != trace_.pending.end() &&
               p.operation.place != again->operation.place;
      });
      if (other == trace_.pending.end()) return;
      add(fmt::format(
          "Likely mistake: threads wait on {} for different things ({}, {}), but the signal at {} wakes only "
          "one: {}, which waits again.",
          name_of(i), place_of(again->operation.place), place_of(other->operation.place), place_of(op.place),
          who(woken)));
      return;
    }
  }

  // The last signal woke one thread while another one, which still waits for it, waited at the same place.
  void add_one_of_several_woken() {
    for (const trace::Pending& p : trace_.pending) {
      if (p.operation.kind != OpKind::kWake || p.why != trace::Pending::Why::kBlocked) continue;
      for (std::size_t i = trace_.operations.size(); i-- > 0;) {
        const Operation& op = trace_.operations[i];
        if (op.location != p.operation.location) continue;
        if (op.kind == OpKind::kBroadcast || (op.kind == OpKind::kWait && op.thread == p.operation.thread)) break;
        if (op.kind != OpKind::kSignal) continue;
        if (op.effect != trace::Effect::kModify || op.choice < 0) break;
        const ThreadId woken(static_cast<std::size_t>(op.choice));
        if (!waited_there(woken, i, p.operation.place)) break;
        add(fmt::format("The signal at {} (step {}) wakes only one of the threads that wait on {}: {}, not {}.",
                        place_of(op.place), step_of(i), name_of(i), who(woken), who(p.operation.thread)));
        return;
      }
    }
  }

  // And does it not wait again?
  bool waited_there(ThreadId thread, std::size_t before, trace::PlaceId place) const {
    const std::size_t wait = last_of(thread, OpKind::kWait, before);
    if (wait == explore::kNoOperation || trace_.operations[wait].place != place) return false;
    return std::ranges::none_of(trace_.pending, [&](const trace::Pending& p) {
      return p.operation.thread == thread && p.operation.kind == OpKind::kWake;
    });
  }

  bool has_done(ThreadId thread, OpKind kind, trace::LocationId location) const {
    return std::ranges::any_of(trace_.operations, [&](const Operation& op) {
      return op.thread == thread && op.kind == kind && (!location.valid() || op.location == location);
    });
  }

  // Fewer threads come to a barrier than it waits for.
  void add_missing_arrival() {
    for (std::size_t i = 0; i < trace_.pending.size(); ++i) {
      const Operation& op = trace_.pending[i].operation;
      if (op.kind != OpKind::kLeave) continue;
      for (std::size_t t = 1; t < names_.threads.size(); ++t) {
        const ThreadId thread(t);
        if (!has_done(thread, OpKind::kExit, {}) || has_done(thread, OpKind::kArrive, op.location)) continue;
        add(fmt::format("{} has ended and never came to {}.", who(thread), wanted_by(i)));
      }
      return;
    }
  }

  // A thread that waits for others keeps a lock that one of them needs.
  void add_kept_lock() {
    for (const trace::Pending& p : trace_.pending) {
      const Operation& op = p.operation;
      if (op.kind != OpKind::kWake && op.kind != OpKind::kSemWait && op.kind != OpKind::kLeave) continue;
      for (const auto& [lock, taken] : held_at_end(op.thread)) {
        const auto needs = std::ranges::find_if(trace_.pending, [&](const trace::Pending& other) {
          return other.operation.location == lock && other.operation.thread != op.thread;
        });
        if (needs == trace_.pending.end()) continue;
        add(fmt::format("Likely mistake: {} keeps {} locked while it waits at {}; {} needs it at {}.", who(op.thread),
                        name_of(taken), place_of(op.place), who(needs->operation.thread),
                        place_of(needs->operation.place)));
        return;
      }
    }
  }
};

}  // namespace

std::string hints(const explore::Finding& finding, const trace::Names& names) {
  if (finding.kind != explore::FindingKind::kFailure) return DeadlockHints(finding, names).text();
  return finding.is_race() ? RaceHints(finding, names).text() : FailureHints(finding, names).text();
}

}  // namespace heddle::report
