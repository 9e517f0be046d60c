#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "trace/names.h"
#include "trace/semantics.h"
#include "trace/trace.h"

namespace heddle::explore {

// Collects what runs have left out, so that a verdict never overstates: threads that were cut, threads in excess of the
// limit, inputs that took only some of their values. Equal reasons are merged, with their place and number. Owned by
// the loop.
class Incompleteness {
 public:
  // `inputs`: do inputs without a domain count?
  Incompleteness(std::uint32_t depth, bool inputs) : depth_(depth), inputs_(inputs) {}

  void observe(const trace::Trace& trace) {
    if (!trace.pending.empty()) observe_pending(trace);
    // A thread that takes the last look of a turn has not gone round, but could have.
    for (const trace::Operation& op : trace.operations) has_waited_ = has_waited_ || trace::awaits_turn(op);
    if (!inputs_) return;
    for (const trace::Operation& op : trace.operations) {
      if (op.kind == trace::OpKind::kInput) [[unlikely]]
        observe_input(op);
    }
  }

  // Was a thread going round in a loop, waiting for another one, when a run ended, or could it have been?
  bool has_waited() const { return has_waited_; }

  std::vector<std::string> reasons(const trace::Names& names) const;

 private:
  struct Input {
    std::int64_t value = 0;
    bool several = false;
  };

  void observe_pending(const trace::Trace& trace);
  void observe_cut(const trace::Trace& trace, const trace::Operation& next);
  void observe_input(const trace::Operation& op);

  std::uint32_t depth_;
  bool inputs_;
  bool has_waited_ = false;
  std::map<trace::PlaceId, trace::ThreadSet> cut_;          // by the step that was not taken
  std::map<trace::PlaceId, trace::ThreadSet> rounds_;       // those that had repeated one step, by its place
  std::map<trace::PlaceId, trace::ThreadSet> endless_;      // by the place of the loop
  std::map<trace::PlaceId, trace::ThreadSet> too_many_;     // by the creation that was not possible
  std::map<trace::PlaceId, trace::ThreadSet> cannot_wait_;  // by the place where they wanted to wait
  std::map<trace::PlaceId, Input> given_;
};

}  // namespace heddle::explore
