#pragma once

#include <cstdint>

namespace heddle::explore::interference {

// Of a scenario, or of one of the two kinds of its constraints.
enum class Verdict : std::uint8_t { kRealizable, kNotRealizable, kUnknown };

}  // namespace heddle::explore::interference
