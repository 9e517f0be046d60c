#include "native/stacks.h"

#include <algorithm>
#include <utility>

namespace heddle::native {

namespace {

using trace::Stack;

struct Recorded {
  trace::ThreadId thread;
  Stack::What what = Stack::What::kStands;
  const abi::StackRecord* stack = nullptr;
};

std::vector<Recorded> of_race(const abi::Capture& captured, const trace::Names& names) {
  std::vector<Recorded> result;
  for (const abi::RacingStack* access : {&captured.race.earlier, &captured.race.later}) {
    if (access->stack.size == 0 || access->thread.index() >= names.threads.size()) continue;
    result.push_back({access->thread, access->is_write ? Stack::What::kWrites : Stack::What::kReads, &access->stack});
  }
  return result;
}

// Threads that have failed come first.
std::vector<Recorded> of_unfinished(const abi::Capture& captured, const trace::Trace& trace) {
  std::vector<Recorded> result;
  for (const bool failed : {true, false}) {
    for (const trace::Pending& pending : trace.pending) {
      if ((pending.why == trace::Pending::Why::kFailed) != failed) continue;
      const trace::ThreadId thread = pending.operation.thread;
      result.push_back({thread, Stack::What::kStands, &captured.stops[thread.index()]});
    }
  }
  return result;
}

std::vector<Recorded> of_operations(const abi::Capture& captured, const trace::Trace& trace) {
  std::vector<Recorded> result(trace.operations.size());
  for (const abi::OperationStack& kept : captured.operation_stacks) {
    if (kept.stack.size == 0 || kept.operation >= trace.operations.size()) continue;
    result[kept.operation] = {trace.operations[kept.operation].thread, Stack::What::kSteps, &kept.stack};
  }
  return result;
}

std::vector<std::uint64_t> addresses(const abi::StackRecord& stack, std::uint64_t load_address) {
  std::vector<std::uint64_t> result;
  const std::size_t size = std::min<std::size_t>(stack.size, abi::kMaxFrames);
  result.reserve(size);
  for (std::size_t i = 0; i < size; ++i) result.push_back(stack.frames[i] - load_address);
  return result;
}

}  // namespace

void read_stacks(const abi::Channel& channel, const trace::Names& names, const trace::Trace& trace, bool race,
                 Symbolizer& symbolizer, trace::Explanation& explanation) {
  const std::vector<Recorded> stacks = race ? of_race(channel.captured, names) : of_unfinished(channel.captured, trace);
  const std::vector<Recorded> steps = of_operations(channel.captured, trace);
  std::vector<std::uint64_t> all;
  for (const std::vector<Recorded>* some : {&stacks, &steps}) {
    for (const Recorded& recorded : *some) {
      if (recorded.stack == nullptr) continue;
      const std::vector<std::uint64_t> own = addresses(*recorded.stack, channel.load_address);
      all.insert(all.end(), own.begin(), own.end());
    }
  }
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  symbolizer.look_up(all);
  explanation.has_symbolizer = symbolizer.available();
  const auto read = [&](const Recorded& recorded) {
    if (recorded.stack == nullptr) return Stack();
    Stack stack = symbolizer.stack(addresses(*recorded.stack, channel.load_address));
    stack.thread = recorded.thread;
    stack.what = recorded.what;
    return stack;
  };
  for (const Recorded& recorded : stacks) {
    if (Stack stack = read(recorded); !stack.frames.empty()) explanation.stacks.push_back(std::move(stack));
  }
  explanation.steps.reserve(steps.size());
  for (const Recorded& recorded : steps) explanation.steps.push_back(read(recorded));
}

}  // namespace heddle::native
