#include "report/arrows.h"

#include <map>
#include <utility>

#include "trace/locks.h"

namespace heddle::report {

using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

ThreadId chosen_thread(const Operation& op) { return ThreadId(static_cast<std::size_t>(op.choice)); }

bool is_wake(OpKind kind) { return kind == OpKind::kWake || kind == OpKind::kTimedWake || kind == OpKind::kLeave; }

Arrow::Kind kind_of(const Operation& op) {
  if (is_wake(op.kind)) return Arrow::Kind::kWake;
  return takes_lock(op.kind) ? Arrow::Kind::kLock : Arrow::Kind::kValue;
}

// Goes through a trace, keeping track of which thread last did what.
class Walk {
 public:
  void meet(const Operation& op, std::size_t index) {
    if (!last_of_.contains(op.thread)) add(created_, op.thread, index, op.thread, Arrow::Kind::kCreate);
    if (op.kind == OpKind::kJoin && op.choice >= 0)
      add(last_of_, chosen_thread(op), index, op.thread, Arrow::Kind::kJoin);
    if (op.location.valid()) add(changed_, op.location, index, op.thread, kind_of(op));
    last_of_[op.thread] = {index, op.thread};
    if (op.effect == trace::Effect::kModify) changed_[op.location] = {index, op.thread};
    if (op.kind == OpKind::kCreate && op.choice >= 0) created_[chosen_thread(op)] = {index, op.thread};
  }

  std::vector<Arrow> take() { return std::move(arrows_); }

 private:
  struct Origin {
    std::size_t index;
    ThreadId thread;
  };

  template <class Key>
  void add(const std::map<Key, Origin>& origins, Key key, std::size_t to, ThreadId thread, Arrow::Kind kind) {
    const auto origin = origins.find(key);
    if (origin == origins.end() || origin->second.thread == thread) return;
    arrows_.push_back({origin->second.index, to, kind});
  }

  std::map<ThreadId, Origin> created_;
  std::map<ThreadId, Origin> last_of_;
  std::map<trace::LocationId, Origin> changed_;
  std::vector<Arrow> arrows_;
};

}  // namespace

std::string_view name(Arrow::Kind kind) {
  switch (kind) {
    case Arrow::Kind::kValue: return "value";
    case Arrow::Kind::kLock: return "lock";
    case Arrow::Kind::kWake: return "wake";
    case Arrow::Kind::kCreate: return "create";
    case Arrow::Kind::kJoin: return "join";
  }
  return "value";
}

std::vector<Arrow> arrows_of(const trace::Trace& trace) {
  Walk walk;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) walk.meet(trace.operations[i], i);
  return walk.take();
}

}  // namespace heddle::report
