#include "cli/interrupt.h"

#include <unistd.h>

#include <string_view>

namespace heddle::cli {

namespace {

// A signal handler gets no argument, so this must be global.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");

void on_signal(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  if (signal != SIGINT) return;
  constexpr std::string_view kText = "\nheddle: stopping; once more kills\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, kText.data(), kText.size());
}

}  // namespace

Interrupt::Interrupt() {
  interrupted = false;
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);  // the second one has the default effect
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

Interrupt::~Interrupt() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

const std::atomic<bool>* Interrupt::flag() const { return &interrupted; }

}  // namespace heddle::cli
