#pragma once

#include <vector>

#include "symbolic/bits.h"

namespace heddle::symbolic {

// A set of numbers of one width, as ranges.
// Invariant: the ranges are not empty, ascending, and have gaps between them. A value type.
class ValueSet {
 public:
  struct Range {
    Word low = 0;
    Word high = 0;  // included

    friend bool operator==(const Range&, const Range&) = default;
  };

  static ValueSet none(unsigned width) { return ValueSet(width, {}); }
  static ValueSet all(unsigned width) { return range(0, all_ones(width), width); }
  static ValueSet one(Word value, unsigned width) { return range(value, value, width); }
  // From `low` up to `high`; wraps past the largest number to 0 if `high` is smaller.
  static ValueSet range(Word low, Word high, unsigned width);

  unsigned width() const { return width_; }
  const std::vector<Range>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  bool is_one() const { return ranges_.size() == 1 && ranges_[0].low == ranges_[0].high; }
  Word smallest() const { return ranges_.front().low; }
  bool contains(Word value) const;
  // How many numbers, but at most `most`.
  Word count(Word most) const;

  ValueSet complement() const;
  ValueSet common(const ValueSet& other) const;
  // Each number plus `by`, and each number times -1, in the arithmetic of the width.
  ValueSet plus(Word by) const;
  ValueSet negated() const;
  // The same numbers in another width that they fit in.
  ValueSet as(unsigned width) const { return ValueSet(width, ranges_); }

  friend bool operator==(const ValueSet&, const ValueSet&) = default;

 private:
  ValueSet(unsigned width, std::vector<Range> ranges) : width_(width), ranges_(std::move(ranges)) {}
  static ValueSet joined(unsigned width, std::vector<Range> ranges);

  unsigned width_;
  std::vector<Range> ranges_;
};

}  // namespace heddle::symbolic
