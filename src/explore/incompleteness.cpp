#include "explore/incompleteness.h"

#include <fmt/format.h>

#include <bit>

#include "explore/describe.h"

namespace heddle::explore {

using trace::Pending;

namespace {

std::string threads(trace::ThreadSet set) {
  const int n = std::popcount(set);
  return n == 1 ? "1 thread" : fmt::format("{} threads", n);
}

}  // namespace

void Incompleteness::observe_pending(const trace::Trace& trace) {
  if (trace.outcome == trace::Outcome::kTooManyThreads) too_many_threads_ = true;
  for (const Pending& p : trace.pending) {
    if (p.why != Pending::Why::kCut) continue;
    (is_step(p.operation) ? cut_ : endless_)[p.operation.place] |= thread_bit(p.operation.thread);
  }
}

void Incompleteness::observe_input(const trace::Operation& op) {
  const auto [given, is_new] = given_.try_emplace(op.place, Input{op.value, false});
  if (!is_new && given->second.value != op.value) given->second.several = true;
}

std::vector<std::string> Incompleteness::reasons(const trace::Names& names) const {
  std::vector<std::string> result;
  result.reserve(cut_.size() + endless_.size() + given_.size() + 1);
  for (const auto& [place, set] : cut_) {
    result.push_back(fmt::format("{} cut after k={} steps ({})", threads(set), depth_, describe_place(names, place)));
  }
  for (const auto& [place, set] : endless_) {
    result.push_back(fmt::format("{} cut in an endless local loop ({})", threads(set), describe_place(names, place)));
  }
  if (too_many_threads_) {
    result.push_back(fmt::format("the program starts more than {} threads in one run", trace::kMaxThreads));
  }
  for (const auto& [place, input] : given_) {
    const std::string where = describe_place(names, place);
    result.push_back(input.several ? fmt::format("input at {} was given only some of its values", where)
                                   : fmt::format("input at {} was given only the value {}", where, input.value));
  }
  return result;
}

}  // namespace heddle::explore
