#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::unfolding {

// Is there a configuration with some property? kUnknown: the time was up.
enum class Answer : std::uint8_t { kYes, kNo, kUnknown };

// How much may be spent on questions about the whole unfolding. Both bounds are reported when they are hit.
struct EncodingLimits {
  std::size_t events = 200'000;
  double seconds = 60;
};

}  // namespace heddle::unfolding
