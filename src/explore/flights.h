#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "explore/strategy.h"
#include "trace/executor.h"

namespace heddle::explore {

// A plan and, once it has come back, what its test showed.
struct Flight {
  Plan plan;
  trace::Trace trace;
};

// The tests in flight to the executor and back, and the results that arrived before the strategy wanted them
// (Plan::early).
//
// Invariants: (1) on_their_way_ is in the order in which they were sent; (2) nothing is allocated once there have been
// as many flights at once as there ever are. Owned by the loop.
class Flights {
 public:
  explicit Flights(trace::Executor& executor) : executor_(executor) {}

  bool full() const { return on_their_way_.size() >= executor_.room(); }
  bool empty() const { return on_their_way_.empty(); }
  // Those that the strategy is waiting for.
  std::size_t awaited() const { return awaited_; }
  const Plan& oldest() const { return on_their_way_.front()->plan; }

  // Where the next plan is created.
  Plan& next();
  // Sends it.
  void send();
  // Or, if it is one that was sent early: the strategy wants it now. True if it has arrived; then it is landed().
  bool want();

  // Waits for the oldest.
  Flight& land();
  // The last one that has arrived and is not to be kept. Valid until the next one.
  Flight& landed() { return *landed_; }
  // It has arrived before it was wanted.
  void keep();

  // Forgets everything that is in flight or kept.
  void drop();
  // Sends the ones in flight again.
  void send_again();

 private:
  using Owned = std::unique_ptr<Flight>;

  Owned take_unused();
  void use(Owned flight);

  trace::Executor& executor_;
  std::vector<Owned> on_their_way_;
  std::unordered_map<Ticket, Owned> kept_;
  std::vector<Owned> unused_;
  Owned next_;
  Owned landed_;
  std::size_t awaited_ = 0;
};

}  // namespace heddle::explore
