#pragma once

#include <string>
#include <vector>

#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::native {

// Two runs of one test differ, which they must not: where they do so first, and what to try. `reasons`: why the verdict
// would be incomplete, uncontrolled calls among others.
std::string describe_difference(const trace::Trace& once, const trace::Trace& again, const trace::Names& names,
                                const std::vector<std::string>& reasons);

}  // namespace heddle::native
