#include "native/stacks.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::native {

namespace {

struct Labelled {
  std::string label;
  const abi::StackRecord* stack = nullptr;
};

std::vector<Labelled> of_race(const abi::Channel& channel, const trace::Names& names) {
  std::vector<Labelled> result;
  for (const abi::RacingStack* access : {&channel.race.earlier, &channel.race.later}) {
    if (access->stack.size == 0 || access->thread.index() >= names.threads.size()) continue;
    result.push_back(
        {fmt::format("{} by {}", access->is_write ? "write" : "read", names.threads[access->thread.index()].name),
         &access->stack});
  }
  return result;
}

// Threads that have failed come first.
std::vector<Labelled> of_unfinished(const abi::Channel& channel, const trace::Names& names, const trace::Trace& trace) {
  std::vector<Labelled> result;
  for (const bool failed : {true, false}) {
    for (const trace::Pending& pending : trace.pending) {
      if ((pending.why == trace::Pending::Why::kFailed) != failed) continue;
      const std::size_t t = pending.operation.thread.index();
      result.push_back({names.threads[t].name, &channel.stops[t]});
    }
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

std::vector<std::string> describe_stacks(const abi::Channel& channel, const trace::Names& names,
                                         const trace::Trace& trace, bool race, Symbolizer& symbolizer) {
  const std::vector<Labelled> stacks = race ? of_race(channel, names) : of_unfinished(channel, names, trace);
  std::vector<std::uint64_t> all;
  std::size_t width = 0;
  for (const Labelled& labelled : stacks) {
    const std::vector<std::uint64_t> some = addresses(*labelled.stack, channel.load_address);
    all.insert(all.end(), some.begin(), some.end());
    width = std::max(width, labelled.label.size() + 1);
  }
  symbolizer.look_up(all);
  std::vector<std::string> lines;
  if (!symbolizer.available()) {
    lines.emplace_back("(stacks need llvm-symbolizer-19, of the package llvm-19)");
    return lines;
  }
  for (const Labelled& labelled : stacks) {
    const std::string text = symbolizer.stack(addresses(*labelled.stack, channel.load_address));
    if (!text.empty()) lines.push_back(fmt::format("{:<{}} {}", labelled.label + ":", width, text));
  }
  return lines;
}

}  // namespace heddle::native
