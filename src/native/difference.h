#pragma once

#include <string>
#include <vector>

#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::native {

// Two runs of one test differ, which must not happen: where they first differ, and what to try. `reasons`: why the
// verdict would be incomplete, uncontrolled calls among them.
std::string describe_difference(const trace::Trace& once, const trace::Trace& again, const trace::Names& names,
                                const std::vector<std::string>& reasons);

}  // namespace heddle::native
