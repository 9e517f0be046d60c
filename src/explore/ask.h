#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/loop.h"
#include "trace/executor.h"
#include "trace/identity.h"
#include "unfolding/encoding_limits.h"
#include "unfolding/predicate.h"

namespace heddle::explore {

// What questions are asked of.
inline constexpr trace::Net kAskedNet = trace::Net::kContextual;

// What is known about a question, and how it was found out.
struct Reply {
  unfolding::Answer answer = unfolding::Answer::kUnknown;
  std::vector<std::string> reasons;  // kUnknown: why
  trace::Test test;                  // kYes: its schedule leads to the first such state on its way
  trace::Trace trace;                // kYes: what it does up to that point
  unfolding::Predicate predicate;    // the question
  Result exploration;
};

// Is there a reachable state in which the question (unfolding/predicate.h) holds? Explores the program (options.budget;
// findings do not stop it), asks the unfolding (unfolding/question.h), and executes the answer: a state in the
// unfolding is reached by the test, or Heddle has a bug. Returns an error if the question cannot be understood: which
// variables of a native program are shared is known only after it has been explored.
base::Result<Reply> ask(trace::Executor& executor, const std::string& question, Options options,
                        const unfolding::EncodingLimits& limits = {});

}  // namespace heddle::explore
