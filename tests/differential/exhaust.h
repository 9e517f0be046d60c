#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "tests/differential/observations.h"

namespace heddle::differential {

// Everything that all interleavings of a model show, events included. The model is known to be correct.
Observations exhaust(std::string_view source, const std::map<std::string, std::int64_t>& definitions = {});

}  // namespace heddle::differential
