#include "runtime/sync/signals.h"

#include <pthread.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/pages.h"

// The masks of signals of each thread, and signals that a thread sends to itself: schedule/signal_state.h.

namespace heddle::runtime {

namespace {

constexpr int kSignals = 64;

bool in_program() { return anchor != nullptr && anchor->in_program(); }

// 0 or an error number.
int change_mask(int how, const sigset_t* set, sigset_t* before) {
  if (!in_program()) {
    const long result = system_call(SYS_rt_sigprocmask, how, reinterpret_cast<long>(set),
                                    reinterpret_cast<long>(before), sizeof(SignalSet));
    return static_cast<int>(-result);
  }
  use_signals();
  SignalSet wanted = 0;
  if (set != nullptr) std::memcpy(&wanted, set, sizeof wanted);
  SignalSet old = 0;
  if (!runtime().scheduler.current().fiber.signals().change(how, set != nullptr ? &wanted : nullptr, old))
    return EINVAL;
  if (before != nullptr) std::memcpy(before, &old, sizeof old);
  return 0;
}

}  // namespace

void use_signals() {
  if (runtime().run.uses_signals) return;
  runtime().run.uses_signals = true;
  needs_fork();
}

int raise_in_thread(int signal) {
  if (signal < 0 || signal > kSignals) return EINVAL;
  if (signal == 0) return 0;
  use_signals();
  runtime().scheduler.current().fiber.signals().raise(signal);
  return 0;
}

}  // namespace heddle::runtime

using heddle::runtime::change_mask;
using heddle::runtime::in_program;
using heddle::runtime::system_call;

extern "C" {

int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) { return change_mask(how, set, before); }

int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  const int error = change_mask(how, set, before);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int sigpending(sigset_t* set) noexcept {
  if (!in_program())
    return static_cast<int>(system_call(SYS_rt_sigpending, reinterpret_cast<long>(set), sizeof(std::uint64_t)));
  const heddle::runtime::SignalSet pending = heddle::runtime::runtime().scheduler.current().fiber.signals().pending();
  std::memcpy(set, &pending, sizeof pending);
  return 0;
}

int raise(int signal) noexcept {
  const int error =
      in_program()
          ? heddle::runtime::raise_in_thread(signal)
          : static_cast<int>(-system_call(SYS_tgkill, system_call(SYS_getpid), system_call(SYS_gettid), signal));
  if (error == 0) return 0;
  errno = error;
  return -1;
}
}
