#pragma once

#include <string>

#include "trace/names.h"
#include "trace/test.h"

// Short text forms, for messages.

namespace heddle::trace {

// "file:line:column"; "?" if nothing is known about the place.
std::string short_text(const Names& names, PlaceId place);

// The schedule of a test, to reproduce a bug of Heddle: "0 0 1:2 0, then run-on, 1 asleep".
std::string short_text(const Test& test);

}  // namespace heddle::trace
