#include "report/worthy_tests.h"

#include "base/hash.h"

namespace heddle::report {

void WorthyTests::observe(const trace::Trace& trace, std::uint32_t depth) {
  if (looked_ == kMaxLooked || tests_.size() == kMaxKept) return;
  ++looked_;
  if (has_new_pair(trace)) tests_.push_back(trace::test_of(trace, depth));
}

bool WorthyTests::has_new_pair(const trace::Trace& trace) {
  bool is_new = false;
  last_.clear();
  for (const trace::Operation& op : trace.operations) {
    if (!is_step(op) || !op.location.valid()) continue;
    if (op.location.index() >= last_.size()) last_.resize(op.location.index() + 1);
    Last& last = last_[op.location.index()];
    if (last.thread.valid() && last.thread != op.thread) {
      base::Hash128 pair;
      pair.add(last.place.value).add(op.place.value);
      is_new = pairs_.insert(pair) || is_new;
    }
    last = {op.thread, op.place};
  }
  return is_new;
}

void WorthyTests::clear() {
  looked_ = 0;
  pairs_.clear();
  tests_.clear();
}

}  // namespace heddle::report
