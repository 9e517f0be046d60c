#pragma once

#include <atomic>
#include <csignal>

namespace heddle::cli {

// While it lives, the first Ctrl-C (or SIGTERM) only sets the flag, and the second one kills. At most one at
// a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>* flag() const;

 private:
  struct sigaction old_interrupt_ = {};
  struct sigaction old_terminate_ = {};
};

}  // namespace heddle::cli
