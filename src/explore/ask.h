#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/loop.h"
#include "trace/executor.h"
#include "unfolding/encoding_limits.h"
#include "unfolding/predicate.h"

namespace heddle::explore {

// What is known about a question, and how it became known.
struct Reply {
  unfolding::Answer answer = unfolding::Answer::kUnknown;
  std::vector<std::string> reasons;  // kUnknown: why
  trace::Test test;                  // kYes: its schedule leads to the first such state on its way
  trace::Trace trace;                // kYes: what it does up to there
  unfolding::Predicate predicate;    // the question
  Result exploration;
};

// Is there a reachable state in which the question (unfolding/predicate.h) holds? Explores the program (options.budget;
// findings do not stop it), asks the unfolding (unfolding/question.h), and executes the answer: a state that the
// unfolding has is reached by the test, or Heddle has a bug. An error if the question cannot be understood: which
// variables of a native program are shared is known only when it has been explored.
base::Result<Reply> ask(trace::Executor& executor, const std::string& question, Options options,
                        const unfolding::EncodingLimits& limits = {});

}  // namespace heddle::explore
