#pragma once

#include <string>

#include "explore/loop.h"
#include "report/exploration.h"
#include "trace/names.h"

// SARIF 2.1.0, which editors and code hosts read. A finding is a result with one code flow, which has one thread flow
// for each thread.

namespace heddle::report {

// A finding as a result: JSON on one line, without its index into the rules. `directory` is where the program was run.
std::string sarif_result(const explore::Finding& finding, const trace::Names& names, const std::string& directory);

// The whole file.
std::string sarif(const Exploration& exploration);

}  // namespace heddle::report
