#pragma once

#include <atomic>

#include "base/stop.h"

namespace heddle::tests {

// The request to stop, for the duration of a test.
class SharedStop {
 public:
  SharedStop() { base::share_stop(&word_); }
  ~SharedStop() { base::share_stop(&base::internal::own_stop); }
  SharedStop(const SharedStop&) = delete;
  SharedStop& operator=(const SharedStop&) = delete;

 private:
  std::atomic<std::uint32_t> word_ = 0;
};

}  // namespace heddle::tests
