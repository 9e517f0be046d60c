#include "native/pace.h"

#include <algorithm>
#include <utility>

namespace heddle::native {

bool Pace::is_worthwhile(double work) const {
  const double in_flight = static_cast<double>(in_flight_) / tests_;
  const double length = work / tests_;
  return length >= kShortTest && in_flight >= kMany;
}

bool Pace::should_begin(double now, double work) {
  alone_ = per_test(now);
  const bool worthwhile = is_worthwhile(work);
  begin_window(now, 0);
  if (to_skip_ != 0) {
    --to_skip_;
    return false;
  }
  return worthwhile && now - start_ >= kPartOfTime * (costs_ + last_);
}

bool Pace::should_end(double now) {
  const bool pays = per_test(now) < kGain * alone_;
  begin_window(now, 0);
  in_vain_ = pays ? 0 : in_vain_ + 1;
  if (in_vain_ < kWindowsInVain) return false;
  in_vain_ = 0;
  to_skip_ = std::exchange(next_skips_, std::min(2 * next_skips_, kMostSkipped));
  return true;
}

void Pace::begin_window(double now, double cost) {
  if (cost != 0) last_ = cost;
  costs_ += cost;
  window_start_ = now;
  tests_ = 0;
  in_flight_ = 0;
}

}  // namespace heddle::native
