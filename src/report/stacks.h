#pragma once

#include <string>
#include <vector>

#include "trace/explanation.h"
#include "trace/names.h"

namespace heddle::report {

// "increment (counter.c:12) <- worker (counter.c:20)", innermost call first.
std::string stack_text(const trace::Stack& stack);

// A line for each stack: "write by worker#1: …", or "worker#1: …" for a thread that is there when the run ends.
std::vector<std::string> stack_lines(const trace::Explanation& explanation, const trace::Names& names);

}  // namespace heddle::report
