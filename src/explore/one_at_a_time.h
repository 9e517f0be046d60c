#pragma once

#include "base/check.h"
#include "explore/strategy.h"

namespace heddle::explore {

// A strategy that plans each test using the result of the one before.
class OneAtATime : public Strategy {
 public:
  Next next(Plan& plan) override {
    if (out_ != kNobody) return Next::kNothingNow;
    if (!next_test(plan.test)) return Next::kNothingLeft;
    plan.ticket = out_ = new_ticket();
    plan.confirms = confirming();
    plan.early = false;
    return Next::kPlan;
  }
  void observe(Ticket ticket, const trace::Trace& trace) override {
    take_back(ticket);
    observe_run(trace);
  }
  bool observe_divergence(Ticket ticket) override {
    take_back(ticket);
    return observe_diverged_run();
  }

  // Fills in schedule, sleep, inputs and policy of the next test; false when there is nothing left to do.
  virtual bool next_test(trace::Test& test) = 0;
  virtual void observe_run(const trace::Trace& trace) = 0;
  // See observe_divergence.
  virtual bool observe_diverged_run() { return false; }
  // Does the last test only show a known bug?
  virtual bool confirming() const { return false; }

 protected:
  Ticket new_ticket() { return ++last_; }
  // The test that next() planned last gets another ticket.
  void rename(Ticket ticket) { out_ = ticket; }

 private:
  static constexpr Ticket kNobody = 0;

  void take_back(Ticket ticket) {
    CHECK_MSG(ticket == out_, "no test with ticket {} is on its way", ticket);
    out_ = kNobody;
  }

  Ticket last_ = kNobody;
  Ticket out_ = kNobody;  // of the test in flight
};

}  // namespace heddle::explore
