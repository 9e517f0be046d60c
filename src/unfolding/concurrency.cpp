#include "unfolding/concurrency.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::unfolding {

bool Concurrency::versions_comparable(const History& a, const History& b) const {
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  while (i < a.version_count && j < b.version_count) {
    const History::Entry x = a.versions[i];
    const History::Entry y = b.versions[j];
    if (x.location != y.location) {
      (x.location < y.location ? i : j) += 1;
      continue;
    }
    ++i;
    ++j;
    if (x.version == y.version) continue;
    EventId lower(x.version);
    EventId upper(y.version);
    std::uint32_t lower_depth = process_.version_depth(lower);
    std::uint32_t upper_depth = process_.version_depth(upper);
    if (lower_depth < upper_depth) {
      std::swap(lower, upper);
      std::swap(lower_depth, upper_depth);
    }
    for (; lower_depth > upper_depth; --lower_depth) lower = process_[lower].version;
    if (lower != upper) return false;
  }
  return true;
}

bool Concurrency::climb(EventId lower, EventId upper, const History& other, bool& stale) const {
  // Depth 0 is the start of the thread, which is never in doubt unless the threads were created differently.
  const std::uint32_t stop = upper.valid() ? process_[upper].depth : 0;
  while (process_[lower].depth > stop) {
    const Event& event = process_[lower];
    if (event.observes() && !stale) {
      const EventId last = other.last_version(event.location.value);
      stale =
          last.valid() && last != event.version && process_.version_depth(last) > process_.version_depth(event.version);
    }
    lower = event.parent;
  }
  return !upper.valid() || lower == upper;
}

bool Concurrency::consistent(const History& a, const History& b) {
  const bool result = decide_consistent(a, b);
#ifdef HEDDLE_CHECKED
  CHECK(process_.size() > kMaxTwinEvents || result == twin_.consistent(a, b));
#endif
  return result;
}

bool Concurrency::decide_consistent(const History& a, const History& b) {
  ++checks_;
  if (!versions_comparable(a, b)) return false;
  bool stale_a = false;
  bool stale_b = false;
  const std::uint32_t end = std::max(a.thread_end(), b.thread_end());
  for (std::uint32_t t = 0; t < end; ++t) {
    const EventId x = a.last_of(t);
    const EventId y = b.last_of(t);
    if (x == y) continue;
    const bool a_is_lower = x.valid() && (!y.valid() || process_[x].depth > process_[y].depth);
    if (!(a_is_lower ? climb(x, y, b, stale_a) : climb(y, x, a, stale_b))) return false;
    if (process_.net() == Net::kPlaceReplicated && (stale_a || stale_b)) return false;
  }
  if (!stale_a || !stale_b) return true;
  ++linearisations_;
  cut_.assign(a);
  cut_.join(process_, b);
  return linearizer_.run(cut_.view(), nullptr);
}

bool Concurrency::together(EventId condition, EventId version, const History& of_version) {
  const bool result = decide_together(condition, version, of_version);
#ifdef HEDDLE_CHECKED
  CHECK(process_.size() > kMaxTwinEvents || result == twin_.together(condition, version));
#endif
  return result;
}

bool Concurrency::decide_together(EventId condition, EventId version, const History& of_version) {
  // Most answers are no, and mostly because of the thread of the condition: check that first, without touching the
  // history of the condition.
  const EventId reached = of_version.last_of(process_[condition].thread);
  if (reached.valid()) {
    const std::uint32_t depth = process_[reached].depth;
    EventId at = condition;
    while (process_[at].depth > depth) at = process_[at].parent;
    if (at != reached) return false;
  }
  const History of_condition = process_.history(condition);
  const Version& node = process_.version_of(version);
  const EventId last = of_condition.last_version(process_[version].location.value);
  if (last.valid() && process_.version_depth(last) > node.depth) return false;
  return consistent(of_condition, of_version);
}

}  // namespace heddle::unfolding
