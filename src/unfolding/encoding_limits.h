#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::unfolding {

// Is there a configuration with some property? kUnknown: time ran out.
enum class Answer : std::uint8_t { kYes, kNo, kUnknown };

// How much may be spent on questions about the whole unfolding. Both bounds are reported when hit.
struct EncodingLimits {
  std::size_t events = 200'000;
  double seconds = 60;
};

}  // namespace heddle::unfolding
