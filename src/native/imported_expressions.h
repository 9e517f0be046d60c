#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/channel.h"
#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "trace/trace.h"

namespace heddle::native {

// The expressions of the tested program, whose records are in the channel, converted to the explorer's: each is created
// once, and traces are rewritten to use them. Owned by the executor.
class ImportedExpressions {
 public:
  explicit ImportedExpressions(symbolic::Expressions& expressions)
      : expressions_(expressions), evaluator_(expressions) {}

  // Rewrites the decisions and inputs of a trace just received, with the records that they refer to.
  void rewrite(const abi::Channel& channel, const abi::Slot& slot, trace::Trace& trace);

  // There is a new channel, whose records have new numbers.
  void forget_records() { imported_.clear(); }

  // Checks that every decision is what its expression says for the inputs of the run. This reveals errors of the
  // instrumentation, and values that reached the program by another way.
  void check(const trace::Trace& trace);

  // Places of decisions where the value of the expression was not the program's: what was computed there is not what
  // Heddle believes.
  const std::vector<trace::PlaceId>& mismatches() const { return mismatches_; }

 private:
  void import(const abi::Channel& channel, std::uint32_t size);

  symbolic::Expressions& expressions_;
  symbolic::Evaluator evaluator_;
  symbolic::Model inputs_;                  // of the last trace
  std::vector<symbolic::ExprId> imported_;  // by the number of the record
  std::vector<trace::PlaceId> mismatches_;
};

}  // namespace heddle::native
