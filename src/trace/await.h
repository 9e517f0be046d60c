#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

// What a loop waits for if it does nothing but look at one memory cell: kAwait and kAwaitRmw are enabled when this
// holds. The iterations that do not find it are not steps, because leaving them out of a run changes nothing for
// anybody. The same holds for a look after which an assumption would be false, and for the last one of a turn of a
// loop that looks at several things.

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
    kGreaterEqual,
    kAmong,  // in a set of numbers: see AwaitSet
  };

  Relation relation = Relation::kEqual;
  std::uint8_t bits = 64;  // 1 to 64
  std::int64_t value = 0;  // of at most kValueBits bits
  // What would happen if it did not wait. Whoever waits for ever is in a livelock if that is a loop with one look; the
  // other two stop the thread.
  enum class Otherwise : std::uint8_t {
    kSameLook,    // again and again
    kAssumption,  // that is false
    kNextTurn,    // of a loop with several looks, and this turn was in vain
  };
  Otherwise otherwise = Otherwise::kSameLook;

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
  return static_cast<std::int64_t>(
      (static_cast<std::uint64_t>(c.value) << 12) | (static_cast<std::uint64_t>(c.otherwise) << 10) |
      (static_cast<std::uint64_t>(c.bits - 1) << 4) | static_cast<std::uint64_t>(c.relation));
}
constexpr AwaitCondition unpack_await(std::int64_t operand) {
  return {static_cast<AwaitCondition::Relation>(operand & 0xf), static_cast<std::uint8_t>(((operand >> 4) & 0x3f) + 1),
          operand >> 12, static_cast<AwaitCondition::Otherwise>((operand >> 10) & 3)};
}

// A set of signed numbers: whether a number belongs to it changes at each of the borders, which are in increasing
// order. It is packed into the value of an AwaitCondition, of which each border gets an equal part.
struct AwaitSet {
  static constexpr std::size_t kMaxBorders = 4;
  static constexpr int kBorderBits = 48;  // of all borders together

  bool first = false;  // does the smallest number belong to it?
  std::size_t count = 0;
  std::array<std::int64_t, kMaxBorders> borders{};

  constexpr int width() const { return count == 0 ? 0 : kBorderBits / static_cast<int>(count); }
};

constexpr std::optional<std::int64_t> pack_set(const AwaitSet& set) {
  std::uint64_t result = 0;
  for (std::size_t i = set.count; i-- > 0;) {
    const int others = 64 - set.width();
    const auto border = static_cast<std::uint64_t>(set.borders[i]);
    if (static_cast<std::int64_t>(border << others) >> others != set.borders[i]) return std::nullopt;
    result = (result << set.width()) | (border << others >> others);
  }
  return static_cast<std::int64_t>((result << 4) | (set.count << 1) | (set.first ? 1 : 0));
}

constexpr bool contains(std::int64_t packed_set, std::int64_t number) {
  AwaitSet set{.first = (packed_set & 1) != 0, .count = static_cast<std::size_t>((packed_set >> 1) & 7)};
  auto left = static_cast<std::uint64_t>(packed_set) >> 4;
  bool is_in = set.first;
  for (std::size_t i = 0; i < set.count; ++i, left >>= set.width()) {
    const int others = 64 - set.width();
    if (number >= static_cast<std::int64_t>(left << others) >> others) is_in = !is_in;
  }
  return is_in;
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
    case Relation::kAmong: return contains(c.value, x >> cut);
  }
  return true;
}

}  // namespace heddle::trace
