#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace heddle::base {

// A dense index that cannot be mixed up with an index of another kind. The largest value means "none".
template <class Tag, class Rep = std::uint32_t>
struct Id {
  Rep value = std::numeric_limits<Rep>::max();

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<Rep>(v)) {}

  static constexpr Id none() { return Id(); }
  constexpr bool valid() const { return value != std::numeric_limits<Rep>::max(); }
  constexpr std::size_t index() const { return value; }

  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace heddle::base

template <class Tag, class Rep>
struct std::hash<heddle::base::Id<Tag, Rep>> {
  std::size_t operator()(heddle::base::Id<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};
