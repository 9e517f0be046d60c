#pragma once

#include "base/rng.h"
#include "trace/text.h"

namespace heddle::tests {

// A trace of nonsense that obeys only the rule on ids: every kind, odd names, extreme values.
trace::NamedTrace random_trace(base::Rng& rng);

// Text with quotes, backslashes, line ends and bytes above 127 in it.
std::string random_name(base::Rng& rng);

// Small and extreme numbers, negative ones too.
std::int64_t random_value(base::Rng& rng);

}  // namespace heddle::tests
