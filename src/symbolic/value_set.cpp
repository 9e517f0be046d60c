#include "symbolic/value_set.h"

#include <algorithm>

namespace heddle::symbolic {

// Ranges in any order, which may touch.
ValueSet ValueSet::joined(unsigned width, std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::low);
  std::vector<Range> result;
  result.reserve(ranges.size());
  for (const Range& range : ranges) {
    const bool touches =
        !result.empty() && (result.back().high == all_ones(width) || range.low <= result.back().high + 1);
    if (touches) {
      result.back().high = std::max(result.back().high, range.high);
    } else {
      result.push_back(range);
    }
  }
  return {width, std::move(result)};
}

ValueSet ValueSet::range(Word low, Word high, unsigned width) {
  if (low <= high) return {width, {{low, high}}};
  return joined(width, {{0, high}, {low, all_ones(width)}});
}

bool ValueSet::contains(Word value) const {
  return std::ranges::any_of(ranges_, [&](const Range& r) { return r.low <= value && value <= r.high; });
}

Word ValueSet::count(Word most) const {
  Word result = 0;
  for (const Range& range : ranges_) {
    const Word without_last = range.high - range.low;
    if (without_last >= most - result) return most;
    result += without_last + 1;
  }
  return result;
}

ValueSet ValueSet::complement() const {
  std::vector<Range> gaps;
  gaps.reserve(ranges_.size() + 1);
  Word next = 0;
  for (const Range& range : ranges_) {
    if (range.low > next) gaps.push_back({next, range.low - 1});
    if (range.high == all_ones(width_)) return {width_, std::move(gaps)};
    next = range.high + 1;
  }
  gaps.push_back({next, all_ones(width_)});
  return {width_, std::move(gaps)};
}

ValueSet ValueSet::common(const ValueSet& other) const {
  std::vector<Range> result;
  auto a = ranges_.begin();
  auto b = other.ranges_.begin();
  while (a != ranges_.end() && b != other.ranges_.end()) {
    const Range both{std::max(a->low, b->low), std::min(a->high, b->high)};
    if (both.low <= both.high) result.push_back(both);
    ++(a->high < b->high ? a : b);
  }
  return {width_, std::move(result)};
}

ValueSet ValueSet::plus(Word by) const {
  const Word ones = all_ones(width_);
  std::vector<Range> result;
  result.reserve(ranges_.size() + 1);
  for (const Range& range : ranges_) {
    const Range moved{(range.low + by) & ones, (range.high + by) & ones};
    if (moved.low <= moved.high) {
      result.push_back(moved);
    } else {
      result.push_back({0, moved.high});
      result.push_back({moved.low, ones});
    }
  }
  return joined(width_, std::move(result));
}

// -x is ~x + 1, and ~ reverses the order.
ValueSet ValueSet::negated() const {
  std::vector<Range> result;
  result.reserve(ranges_.size());
  for (const Range& range : ranges_) result.push_back({~range.high & all_ones(width_), ~range.low & all_ones(width_)});
  return joined(width_, std::move(result)).plus(1);
}

}  // namespace heddle::symbolic
