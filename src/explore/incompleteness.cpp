#include "explore/incompleteness.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/short_text.h"

namespace heddle::explore {

using trace::Pending;

namespace {

std::string threads(const trace::ThreadSet& set) {
  const std::size_t n = set.size();
  return n == 1 ? "1 thread" : fmt::format("{} threads", n);
}

// The place of the step that the thread has taken most often, if so often that it must have gone round in a loop;
// invalid otherwise.
trace::PlaceId repeated(const trace::Trace& trace, trace::ThreadId thread, std::uint32_t depth) {
  constexpr std::uint32_t kFew = 8;
  std::map<trace::PlaceId, std::uint32_t> counts;
  for (const trace::Operation& op : trace.operations) {
    if (op.thread == thread) ++counts[op.place];
  }
  const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
  return most != counts.end() && most->second >= std::max(kFew, depth / kFew) ? most->first : trace::PlaceId::none();
}

}  // namespace

void Incompleteness::observe_cut(const trace::Trace& trace, const trace::Operation& next) {
  if (!is_step(next)) {
    endless_[next.place].insert(next.thread);
    return;
  }
  const trace::PlaceId place = repeated(trace, next.thread, depth_);
  if (place.valid())
    rounds_[place].insert(next.thread);
  else
    cut_[next.place].insert(next.thread);
}

void Incompleteness::observe_pending(const trace::Trace& trace) {
  for (const Pending& p : trace.pending) {
    const trace::PlaceId place = p.operation.place;
    has_waited_ |= p.why == Pending::Why::kSpinning || trace::awaits_turn(p.operation);
    if (p.why == Pending::Why::kBeyond) {
      (p.operation.kind == trace::OpKind::kCreate ? too_many_ : cannot_wait_)[place].insert(p.operation.thread);
    } else if (p.why == Pending::Why::kCut) {
      observe_cut(trace, p.operation);
    }
  }
}

void Incompleteness::observe_input(const trace::Operation& op) {
  const auto [given, is_new] = given_.try_emplace(op.place, Input{op.value, false});
  if (!is_new && given->second.value != op.value) given->second.several = true;
}

std::vector<std::string> Incompleteness::reasons(const trace::Names& names) const {
  std::vector<std::string> result;
  result.reserve(cut_.size() + rounds_.size() + endless_.size() + too_many_.size() + cannot_wait_.size() +
                 given_.size());
  for (const auto& [place, set] : cut_) {
    result.push_back(fmt::format("{} cut after k={} steps ({})", threads(set), depth_, short_text(names, place)));
  }
  for (const auto& [place, set] : rounds_) {
    result.push_back(fmt::format("{} cut after k={} steps in the loop at {} (--depth=N goes on)", threads(set), depth_,
                                 short_text(names, place)));
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
