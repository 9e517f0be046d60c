#include "explore/flights.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace heddle::explore {

namespace {

auto with(Ticket ticket) {
  return [ticket](const std::unique_ptr<Flight>& flight) { return flight->plan.ticket == ticket; };
}

}  // namespace

Flights::Owned Flights::take_unused() {
  if (unused_.empty()) return std::make_unique<Flight>();
  Owned result = std::move(unused_.back());
  unused_.pop_back();
  return result;
}

// The one that landed before can be reused.
void Flights::use(Owned flight) {
  if (landed_ != nullptr) unused_.push_back(std::move(landed_));
  landed_ = std::move(flight);
}

Plan& Flights::next() {
  if (next_ == nullptr) next_ = take_unused();
  return next_->plan;
}

void Flights::send() {
  awaited_ += next_->plan.early ? 0 : 1;
  executor_.send(next_->plan.test);
  on_their_way_.push_back(std::move(next_));
}

bool Flights::want() {
  const Ticket ticket = next_->plan.ticket;
  if (const auto kept = kept_.find(ticket); kept != kept_.end()) {
    use(std::move(kept->second));
    kept_.erase(kept);
    landed_->plan.early = false;
    return true;
  }
  const auto sent = std::ranges::find_if(on_their_way_, with(ticket));
  CHECK_MSG(sent != on_their_way_.end(), "no test with ticket {} was sent", ticket);
  (*sent)->plan.early = false;
  ++awaited_;
  return false;
}

Flight& Flights::land() {
  executor_.receive(on_their_way_.front()->trace);
  use(std::move(on_their_way_.front()));
  on_their_way_.erase(on_their_way_.begin());
  awaited_ -= landed_->plan.early ? 0 : 1;
  return *landed_;
}

void Flights::keep() {
  const Ticket ticket = landed_->plan.ticket;
  kept_.emplace(ticket, std::move(landed_));
}

void Flights::drop() {
  if (!on_their_way_.empty()) executor_.drop_sent();
  std::ranges::move(on_their_way_, std::back_inserter(unused_));
  for (auto& [ticket, flight] : kept_) unused_.push_back(std::move(flight));
  on_their_way_.clear();
  kept_.clear();
  awaited_ = 0;
}

void Flights::send_again() {
  for (const Owned& flight : on_their_way_) executor_.send(flight->plan.test);
}

}  // namespace heddle::explore
