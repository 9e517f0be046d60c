#include "tests/differential/all_runs.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "trace/replay_state.h"
#include "trace/semantics.h"

namespace heddle::differential {

namespace {

using explore::interference::Node;
using explore::interference::NodeId;
using explore::interference::outcome_of;
using explore::interference::ThreadTrees;
using trace::OpKind;
using trace::ThreadId;

using Input = std::pair<ThreadId, std::uint32_t>;
constexpr std::int64_t kValues = 4;

base::Hash128 start_of(ThreadId thread, const base::Hash128& creation) {
  return base::Hash128{}.add(thread.value).add(creation);
}

base::Hash128 extended(base::Hash128 history, OpKind kind, trace::LocationId location, trace::PlaceId place,
                       std::int64_t outcome, std::int32_t other) {
  return history.add(static_cast<std::uint64_t>(kind))
      .add(location.value)
      .add(place.value)
      .add(static_cast<std::uint64_t>(outcome))
      .add(static_cast<std::uint64_t>(other));
}

bool is_false_assumption(OpKind kind, std::int64_t operand, std::int64_t outcome) {
  return kind == OpKind::kBranch && outcome == 0 && trace::unpack_branch(operand).mode == trace::BranchMode::kAssume;
}

bool reads_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kRmw || kind == OpKind::kAdd || kind == OpKind::kExchange ||
         kind == OpKind::kCas;
}

class AllRuns {
 public:
  AllRuns(trace::Executor& executor, std::uint64_t max_runs)
      : executor_(executor), state_(executor), runs_left_(max_runs) {}

  // With these inputs, and with all that also give values to others. False if it takes too many runs.
  bool explore() {
    std::optional<Input> open;
    if (!explore_schedules(open)) return false;
    if (!open) return true;
    for (std::int64_t value = 0; value < kValues; ++value) {
      inputs_[*open] = value;
      if (!explore()) return false;
    }
    inputs_.erase(*open);
    return true;
  }

  AllHistories seen;

 private:
  // All schedules with these inputs. As many tests are in flight as the executor has room for.
  bool explore_schedules(std::optional<Input>& open) {
    std::vector<std::vector<trace::Step>> left(1);
    std::deque<trace::Test> sent;
    trace::Trace trace;
    while (!left.empty() || !sent.empty()) {
      while (!left.empty() && sent.size() < executor_.room()) {
        if (runs_left_-- == 0) {
          executor_.drop_sent();
          return false;
        }
        executor_.send(sent.emplace_back(test_of(std::move(left.back()))));
        left.pop_back();
      }
      executor_.receive(trace);
      note(trace);
      if (!open) open = first_open(trace);
      collect_others(trace, sent.front().schedule.size(), left);
      sent.pop_front();
    }
    return true;
  }

  trace::Test test_of(std::vector<trace::Step> schedule) const {
    trace::Test test;
    test.schedule = std::move(schedule);
    for (const auto& [input, value] : inputs_) test.inputs.push_back({input.first, input.second, value});
    return test;
  }

  // The other ways to continue from each point of the run after the prefix.
  void collect_others(const trace::Trace& trace, std::size_t begin, std::vector<std::vector<trace::Step>>& others) {
    std::vector<trace::Step> taken;
    for (state_.start(trace); !state_.at_end(); state_.advance()) {
      const trace::Operation& now = state_.current();
      const trace::Step step{now.thread, choice_of(now)};
      if (taken.size() >= begin && now.kind != OpKind::kBranch) {
        for (const ThreadId t : state_.enabled()) add_others(t, step, taken, others);
      }
      taken.push_back(step);
    }
  }

  void add_others(ThreadId t, const trace::Step& taken, const std::vector<trace::Step>& prefix,
                  std::vector<std::vector<trace::Step>>& others) {
    const trace::Operation& next = state_.next_of(t);
    for (std::int64_t n = 0; n < state_.outcomes_of_next(t); ++n) {
      trace::Operation op = next;
      op.choice = state_.outcome_of_next(t, n);
      const trace::Step step{t, choice_of(op)};
      if (step == taken) continue;
      others.push_back(prefix);
      others.back().push_back(step);
    }
  }

  static std::int32_t choice_of(const trace::Operation& op) {
    return op.kind == OpKind::kChoose || op.kind == OpKind::kSignal ? op.choice : trace::kNoChoice;
  }

  std::optional<Input> first_open(const trace::Trace& trace) const {
    std::map<ThreadId, std::uint32_t> taken;
    for (const trace::Operation& op : trace.operations) {
      if (op.kind != OpKind::kInput) continue;
      const Input input{op.thread, taken[op.thread]++};
      if (!inputs_.contains(input)) return input;
    }
    return std::nullopt;
  }

  void note(const trace::Trace& trace) {
    std::map<ThreadId, base::Hash128> now;
    std::map<trace::LocationId, ThreadId> writer;
    std::uint32_t interferences = 0;
    for (const trace::Operation& op : trace.operations) {
      if (op.kind == OpKind::kInput || op.kind == OpKind::kAssert || op.kind == OpKind::kAssume) continue;
      if (reads_memory(op.kind) && writer.contains(op.location) && writer[op.location] != op.thread) ++interferences;
      const bool writes = op.kind == OpKind::kExchange || op.effect == trace::Effect::kModify;
      if (writes) writer[op.location] = op.thread;
      base::Hash128& history = now.try_emplace(op.thread, start_of(op.thread, {})).first->second;
      const bool has_other = op.kind == OpKind::kCreate || op.kind == OpKind::kJoin;
      history = extended(history, op.kind, op.location, op.place, outcome_of(op), has_other ? op.choice : -1);
      if (op.kind == OpKind::kCreate) now[ThreadId(op.choice)] = start_of(ThreadId(op.choice), history);
      if (is_false_assumption(op.kind, op.operand, outcome_of(op))) continue;
      note_fewest(seen.histories, history, interferences);
      if (is_branch(op)) note_fewest(seen.branches, {op.place, outcome_of(op)}, interferences);
    }
  }

  template <class Map>
  static void note_fewest(Map& map, const typename Map::key_type& what, std::uint32_t interferences) {
    const auto [at, is_new] = map.try_emplace(what, interferences);
    if (!is_new) at->second = std::min(at->second, interferences);
  }

  // A decision of the program, not of the executor or of an assumption.
  static bool is_branch(const trace::Operation& op) {
    return op.kind == OpKind::kBranch && trace::unpack_branch(op.operand).mode == trace::BranchMode::kExplore;
  }

  trace::Executor& executor_;
  trace::ReplayState state_;
  std::uint64_t runs_left_;
  std::map<Input, std::int64_t> inputs_;
};

}  // namespace

std::optional<AllHistories> histories_of_all_runs(trace::Executor& executor, std::uint64_t max_runs) {
  AllRuns all(executor, max_runs);
  if (!all.explore()) return std::nullopt;
  return std::move(all.seen);
}

LocalHistories histories_of(const ThreadTrees& trees) {
  LocalHistories result;
  std::vector<base::Hash128> histories(trees.size());
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Node& node = trees[NodeId(i)];
    if (node.is_root) {
      const base::Hash128 creation = node.creator.valid() ? histories[node.creator.index()] : base::Hash128{};
      histories[i] = start_of(node.thread, creation);
      continue;
    }
    histories[i] =
        extended(histories[node.parent.index()], node.kind, node.location, node.place, node.outcome, node.other);
    if (node.covered && !is_false_assumption(node.kind, node.operand, node.outcome)) result[histories[i]] = 0;
  }
  return result;
}

}  // namespace heddle::differential
