#pragma once

#include <cstdint>

// What a loop waits for if it does nothing but look at one memory cell: kAwait and kAwaitRmw are enabled when this
// holds. The iterations that do not find it are not steps, because leaving them out of a run changes nothing for
// anybody.

namespace heddle::trace {

struct AwaitCondition {
  // The relation of the cell's content to `value`, both truncated to `bits` bits.
  enum class Relation : std::uint8_t {
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kBelow,
    kBelowEqual,
    kAbove,
    kAboveEqual,
    kGreater,
    kGreaterEqual
  };
  static constexpr int kRelations = static_cast<int>(Relation::kGreaterEqual) + 1;

  Relation relation = Relation::kEqual;
  std::uint8_t bits = 64;  // 1 to 64
  std::int64_t value = 0;  // of at most kValueBits bits

  static constexpr int kValueBits = 52;

  friend bool operator==(const AwaitCondition&, const AwaitCondition&) = default;
};

// Does the value fit?
constexpr bool can_await(std::int64_t value) {
  constexpr int kOthers = 64 - AwaitCondition::kValueBits;
  return (static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << kOthers) >> kOthers) == value;
}

// As the operand of an operation.
constexpr std::int64_t pack(const AwaitCondition& c) {
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(c.value) << 12) |
                                   (static_cast<std::uint64_t>(c.bits) << 4) | static_cast<std::uint64_t>(c.relation));
}
constexpr AwaitCondition unpack_await(std::int64_t operand) {
  return {static_cast<AwaitCondition::Relation>(operand & 0xf), static_cast<std::uint8_t>((operand >> 4) & 0xff),
          operand >> 12};
}

constexpr bool holds(const AwaitCondition& c, std::int64_t content) {
  using Relation = AwaitCondition::Relation;
  const int cut = 64 - c.bits;
  const std::uint64_t a = static_cast<std::uint64_t>(content) << cut;
  const std::uint64_t b = static_cast<std::uint64_t>(c.value) << cut;
  const auto x = static_cast<std::int64_t>(a);
  const auto y = static_cast<std::int64_t>(b);
  switch (c.relation) {
    case Relation::kEqual: return a == b;
    case Relation::kNotEqual: return a != b;
    case Relation::kLess: return x < y;
    case Relation::kLessEqual: return x <= y;
    case Relation::kBelow: return a < b;
    case Relation::kBelowEqual: return a <= b;
    case Relation::kAbove: return a > b;
    case Relation::kAboveEqual: return a >= b;
    case Relation::kGreater: return x > y;
    case Relation::kGreaterEqual: return x >= y;
  }
  return true;
}

}  // namespace heddle::trace
