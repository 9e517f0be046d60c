#pragma once

#include <string>

#include "explore/finding.h"
#include "trace/names.h"

namespace heddle::report {

// One sentence: what goes wrong and in which thread. Who waits for whom in a deadlock stands below it.
std::string headline(const explore::Finding& finding, const trace::Names& names);

}  // namespace heddle::report
