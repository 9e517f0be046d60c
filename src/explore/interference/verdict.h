#pragma once

#include <cstdint>

namespace heddle::explore::interference {

// On a scenario, or on one of the two kinds of its constraints.
enum class Verdict : std::uint8_t { kRealizable, kNotRealizable, kUnknown };

}  // namespace heddle::explore::interference
