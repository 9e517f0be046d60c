#pragma once

#include <string>

#include "explore/finding.h"
#include "trace/names.h"

namespace heddle::report {

// What kind of mistake this is, where the run itself shows it beyond doubt, one line each: which lock one side of a
// race lacks, which locks are taken in both orders, that a signal came too early, which thread freed what is used. May
// be empty.
std::string hints(const explore::Finding& finding, const trace::Names& names);

}  // namespace heddle::report
