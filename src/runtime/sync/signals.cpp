#include "runtime/sync/signals.h"

#include <pthread.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/pages.h"
#include "runtime/sys/real_function.h"

// The masks of signals of each thread, and signals that a thread sends to itself: schedule/signal_state.h.

namespace heddle::runtime {

namespace {

constexpr int kSignals = 64;

bool in_program() { return anchor != nullptr && anchor->in_program(); }

// Is this signal about to call what the program has said?
void look_at_handler(int signal) { runtime().settings.use_handler(signal, ProcessSettings::Use::kLook); }

void look_at_handlers(SignalSet signals) {
  for (; signals != 0; signals &= signals - 1) look_at_handler(__builtin_ctzll(signals) + 1);
}

// A handler may be called at any time, and be interrupted by other threads.
void before_handling(int signal, const struct sigaction* action) {
  if (action == nullptr) return look_at_handler(signal);
  runtime().settings.use_handler(signal, ProcessSettings::Use::kChange);
  needs_fork();
  if (action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL) use_signals();
}

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
  if (set != nullptr && how != SIG_BLOCK) look_at_handlers(runtime().scheduler.current().fiber.signals().pending());
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
  look_at_handler(signal);
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

int sigaction(int signal, const struct sigaction* __restrict action, struct sigaction* __restrict before) noexcept {
  if (in_program()) heddle::runtime::before_handling(signal, action);
  return heddle::runtime::library(sigaction, "sigaction")(signal, action, before);
}

sighandler_t signal(int signal, sighandler_t handler) noexcept {
  struct sigaction action{};
  action.sa_handler = handler;
  if (in_program()) heddle::runtime::before_handling(signal, &action);
  return heddle::runtime::library(::signal, "signal")(signal, handler);
}

// The runtime has a stack for handlers: that of the program is remembered.
int sigaltstack(const stack_t* __restrict stack, stack_t* __restrict before) noexcept {
  if (!in_program())
    return static_cast<int>(
        system_call(SYS_sigaltstack, reinterpret_cast<long>(stack), reinterpret_cast<long>(before)));
  stack_t& own = heddle::runtime::runtime().scheduler.current().signal_stack;
  if (stack != nullptr && (stack->ss_flags & SS_DISABLE) == 0 &&
      stack->ss_size < static_cast<std::size_t>(MINSIGSTKSZ)) {
    errno = ENOMEM;
    return -1;
  }
  const stack_t old = own;
  if (stack != nullptr) own = *stack;
  if (before != nullptr) *before = old;
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
