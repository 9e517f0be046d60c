#include "explore/incompleteness.h"

#include <fmt/format.h>

#include "trace/short_text.h"

namespace heddle::explore {

using trace::Pending;

namespace {

std::string threads(const trace::ThreadSet& set) {
  const std::size_t n = set.size();
  return n == 1 ? "1 thread" : fmt::format("{} threads", n);
}

}  // namespace

void Incompleteness::observe_pending(const trace::Trace& trace) {
  for (const Pending& p : trace.pending) {
    const trace::PlaceId place = p.operation.place;
    has_waited_ |= p.why == Pending::Why::kSpinning || trace::awaits_turn(p.operation);
    if (p.why == Pending::Why::kBeyond) {
      (p.operation.kind == trace::OpKind::kCreate ? too_many_ : cannot_wait_)[place].insert(p.operation.thread);
    } else if (p.why == Pending::Why::kCut) {
      (is_step(p.operation) ? cut_ : endless_)[place].insert(p.operation.thread);
    }
  }
}

void Incompleteness::observe_input(const trace::Operation& op) {
  const auto [given, is_new] = given_.try_emplace(op.place, Input{op.value, false});
  if (!is_new && given->second.value != op.value) given->second.several = true;
}

std::vector<std::string> Incompleteness::reasons(const trace::Names& names) const {
  std::vector<std::string> result;
  result.reserve(cut_.size() + endless_.size() + too_many_.size() + cannot_wait_.size() + given_.size());
  for (const auto& [place, set] : cut_) {
    result.push_back(fmt::format("{} cut after k={} steps ({})", threads(set), depth_, short_text(names, place)));
  }
  for (const auto& [place, set] : endless_) {
    result.push_back(fmt::format("{} cut in an endless local loop ({})", threads(set), short_text(names, place)));
  }
  for (const auto& [place, set] : too_many_) {
    result.push_back(
        fmt::format("the program starts more than {} threads ({})", trace::kMaxThreads, short_text(names, place)));
  }
  for (const auto& [place, set] : cannot_wait_) {
    result.push_back(fmt::format("{} beyond the first {} stopped at a condition variable or barrier ({})", threads(set),
                                 trace::kMaxWaiters, short_text(names, place)));
  }
  for (const auto& [place, input] : given_) {
    const std::string where = short_text(names, place);
    result.push_back(input.several ? fmt::format("input at {} was given only some of its values", where)
                                   : fmt::format("input at {} was given only the value {}", where, input.value));
  }
  return result;
}

}  // namespace heddle::explore
