#include "report/hints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "report/describe.h"
#include "trace/held_locks.h"

namespace heddle::report {

using trace::Held;
using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

class Hints {
 public:
  Hints(const explore::Finding& finding, const trace::Names& names)
      : finding_(finding), trace_(finding.trace), names_(names) {}

  std::string text() {
    if (finding_.kind != explore::FindingKind::kFailure) {
      add_lock_order();
      add_lost_signals();
    } else if (finding_.is_race()) {
      add_missing_lock();
    } else {
      add_freed();
      add_wait_without_loop(finding_.failure.thread);
    }
    return std::move(text_);
  }

 private:
  void add(const std::string& line) { text_ += line + "\n"; }

  std::string name_of(std::size_t operation) const {
    const trace::Words* const words = finding_.explanation.of_operation(operation);
    if (words != nullptr && !words->location.empty()) return words->location;
    const trace::LocationId location = trace_.operations[operation].location;
    return location.index() < names_.locations.size() ? names_.locations[location.index()] : "?";
  }

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

  std::string held_text(const Held& held) const {
    std::vector<std::string> locks;
    for (const auto& [lock, taken] : held) locks.push_back(name_of(taken));
    return locks.empty() ? "no lock" : fmt::format("{}", fmt::join(locks, ", "));
  }

  void add_missing_lock() {
    if (finding_.later.operation == explore::kNoOperation) return;
    const Operation& earlier = trace_.operations[finding_.earlier.operation];
    const Operation& later = trace_.operations[finding_.later.operation];
    const Held& of_earlier = finding_.earlier.held;
    const Held& of_later = finding_.later.held;
    const std::string one = thread_name(earlier.thread, names_);
    const std::string other = thread_name(later.thread, names_);
    const std::string what = name_of(finding_.later.operation);
    if (of_earlier.empty() && of_later.empty()) {
      add(fmt::format("Neither {} nor {} holds a lock there: a common lock would order the two accesses to {}.", one,
                      other, what));
      return;
    }
    add(fmt::format("{} holds {} there, {} holds {}: nothing orders the two accesses.", one, held_text(of_earlier),
                    other, held_text(of_later)));
    const bool earlier_lacks = of_earlier.empty();
    if (!earlier_lacks && !of_later.empty()) return;
    const Operation& bare = earlier_lacks ? earlier : later;
    add(fmt::format("Likely mistake: {} at {} without {}, under which {} uses it.", what, place_of(bare.place),
                    held_text(earlier_lacks ? of_later : of_earlier), earlier_lacks ? other : one));
  }

  // Two threads, each waiting for what the other one holds, have taken two locks in opposite orders.
  void add_lock_order() {
    for (const trace::Pending& a : trace_.pending) {
      if (a.operation.kind != OpKind::kLock) continue;
      const Held held = held_by(a.operation.thread, trace_, trace_.operations.size());
      for (const trace::Pending& b : trace_.pending) {
        if (b.operation.kind != OpKind::kLock || !(a.operation.thread < b.operation.thread)) continue;
        const Held others = held_by(b.operation.thread, trace_, trace_.operations.size());
        const auto wanted_by_b = held.find(b.operation.location);
        const auto wanted_by_a = others.find(a.operation.location);
        if (wanted_by_b == held.end() || wanted_by_a == others.end()) continue;
        add(fmt::format("Likely mistake: {} takes {} and then {}, {} takes them in the other order.",
                        thread_name(a.operation.thread, names_), name_of(wanted_by_b->second),
                        name_of(wanted_by_a->second), thread_name(b.operation.thread, names_)));
      }
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
        if (op.effect != trace::Effect::kModify)
          add(fmt::format("Lost wake-up: {} has signalled {} in step {} ({}), when nobody waited for it yet.",
                          thread_name(op.thread, names_), name_of(i), step_of(i), place_of(op.place)));
        break;
      }
    }
  }

  void add_freed() {
    const trace::Explanation& e = finding_.explanation;
    if (!e.freed_by.valid() || e.fault.location.empty()) return;
    add(fmt::format("{} was freed by {} at {}.", e.fault.location, thread_name(e.freed_by, names_),
                    place_of(e.freed_at)));
  }

  // The statement that waits begins with `if`: a thread that wakes up does not check again.
  void add_wait_without_loop(ThreadId failing) {
    for (const Operation& op : trace_.operations) {
      if (op.kind != OpKind::kWake || op.thread != failing || op.place.index() >= names_.places.size()) continue;
      const std::string& source = names_.places[op.place.index()].text;
      if (!source.starts_with("if (") && !source.starts_with("if(")) continue;
      add(fmt::format("Likely mistake: `if` around the wait at {}: {} does not look again when it is woken (`while`).",
                      place_of(op.place), thread_name(failing, names_)));
      return;
    }
  }

  const explore::Finding& finding_;
  const trace::Trace& trace_;
  const trace::Names& names_;
  std::string text_;
};

}  // namespace

std::string hints(const explore::Finding& finding, const trace::Names& names) { return Hints(finding, names).text(); }

}  // namespace heddle::report
