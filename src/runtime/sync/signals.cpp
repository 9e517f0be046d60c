#include "runtime/sync/signals.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/pages.h"
#include "runtime/sys/real_function.h"

// The masks of signals of each thread, and signals that a thread sends to itself: schedule/signal_state.h.

namespace heddle::runtime {

namespace {

constexpr int kSignals = 64;

bool in_program() { return anchor != nullptr && anchor->in_program(); }

bool ends_process(int signal) {
  switch (signal) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU: return false;
    default: break;
  }
  struct sigaction now{};
  return library(sigaction, "sigaction")(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL;
}

SignalState& own_signals() { return runtime().scheduler.current().fiber.signals(); }

// Of the signals that the thread has sent to itself, those that it is about to get.
SignalSet unblocked(int how, SignalSet set) {
  if (how == SIG_BLOCK) return 0;
  return how == SIG_UNBLOCK ? own_signals().sent() & set : own_signals().sent() & ~set;
}

SignalSet blocked() {
  SignalSet now = 0;
  system_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, reinterpret_cast<long>(&now), sizeof now);
  return now;
}

bool is_ignored(int signal, const struct sigaction& action) {
  if (action.sa_handler == SIG_IGN) return true;
  return action.sa_handler == SIG_DFL &&
         (signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH);
}

// A signal that is ignored from now on is no longer pending in any thread.
void discard(int signal) {
  Runtime& rt = runtime();
  for (std::uint32_t i = 0; i < trace::kMaxThreads; ++i)
    rt.scheduler.find(trace::ThreadId(i))->fiber.signals().discard(signal);
  own_signals().see(signal);
}

// The step decides what the signal does. One that ends the process is a failure of its thread, as abort is: the others
// run on, as strategies expect.
void fail_if_it_ends(int signal) {
  if (ends_process(signal)) fail(trace::FailureKind::kDied, nullptr, "%s", sigdescr_np(signal));
}

// A handler may be called at any time, and be interrupted by other threads.
void before_handling(int signal, const struct sigaction* action) {
  if (action == nullptr) return runtime().settings.use_handler(signal, ProcessSettings::Use::kLook);
  runtime().settings.use_handler(signal, ProcessSettings::Use::kChange);
  needs_fork();
  if ((action->sa_flags & static_cast<int>(SA_RESETHAND)) != 0) runtime().settings.resets_handler(signal);
  if (action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL) use_signals();
}

SignalSet look_for_all_pending() {
  SignalSet pending = 0;
  for (SignalSet sent = own_signals().sent(); sent != 0; sent &= sent - 1) {
    const int signal = __builtin_ctzll(sent) + 1;
    if (look_for_pending(signal)) pending |= set_of(signal);
  }
  return pending;
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
  if (set != nullptr) deliver(unblocked(how, wanted));
  SignalSet old = 0;
  if (!own_signals().change(how, set != nullptr ? &wanted : nullptr, old)) return EINVAL;
  if (before != nullptr) std::memcpy(before, &old, sizeof old);
  return 0;
}

}  // namespace

bool deliver(SignalSet signals) {
  bool any = false;
  for (; signals != 0; signals &= signals - 1) {
    const int signal = __builtin_ctzll(signals) + 1;
    runtime().settings.deliver(signal);
    if (!own_signals().see(signal)) continue;
    any = true;
    fail_if_it_ends(signal);
  }
  return any;
}

bool look_for_pending(int signal) {
  runtime().settings.use_handler(signal, ProcessSettings::Use::kLook);
  return own_signals().see(signal);
}

void use_signals() {
  if (runtime().run.uses_signals) return;
  runtime().run.uses_signals = true;
  needs_fork();
}

int raise_in_thread(int signal) {
  if (signal < 0 || signal > kSignals) return EINVAL;
  if (signal == 0) return 0;
  if ((blocked() & set_of(signal)) == 0) {
    runtime().settings.deliver(signal);
    fail_if_it_ends(signal);
  } else {
    runtime().settings.use_handler(signal, ProcessSettings::Use::kLook);
  }
  use_signals();
  own_signals().see(signal);
  own_signals().raise(signal);
  return 0;
}

namespace {

// What the program has said. Like the kernel's own table, it is that of the process: programs that have handlers get a
// process for each run.
std::array<struct sigaction, kSignals + 1> actions;

// Calls the handler of the program. When it returns, the thread gets what has been blocked meanwhile.
void enter(int signal, siginfo_t* info, void* context) {
  const struct sigaction action = actions[static_cast<std::size_t>(signal)];
  if ((action.sa_flags & SA_SIGINFO) != 0)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  if (!in_program()) return;
  const int error = errno;
  SignalSet after = 0;
  std::memcpy(&after, &static_cast<const ucontext_t*>(context)->uc_sigmask, sizeof after);
  deliver(unblocked(SIG_SETMASK, after));
  errno = error;
}

int act(int signal, const struct sigaction* action, struct sigaction* before) {
  const auto real = library(sigaction, "sigaction");
  if (!in_program() || signal <= 0 || signal > kSignals) return real(signal, action, before);
  before_handling(signal, action);
  struct sigaction& known = actions[static_cast<std::size_t>(signal)];
  const struct sigaction last = known;
  struct sigaction ours{};
  const bool calls = action != nullptr && action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL;
  if (calls) {
    ours = *action;
    ours.sa_sigaction = enter;
    ours.sa_flags |= SA_SIGINFO;
  }
  struct sigaction old{};
  if (const int result = real(signal, calls ? &ours : action, &old); result != 0) return result;
  if (calls) known = *action;
  if (action != nullptr && runtime().run.uses_signals && is_ignored(signal, *action)) discard(signal);
  if (before == nullptr) return 0;
  *before = old;
  if (old.sa_sigaction != enter) return 0;
  before->sa_handler = last.sa_handler;
  before->sa_flags = last.sa_flags;
  return 0;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::act;
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
  const heddle::runtime::SignalSet pending = heddle::runtime::look_for_all_pending();
  std::memcpy(set, &pending, sizeof pending);
  return 0;
}

int sigaction(int signal, const struct sigaction* __restrict action, struct sigaction* __restrict before) noexcept {
  return act(signal, action, before);
}

sighandler_t signal(int signal, sighandler_t handler) noexcept {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaddset(&action.sa_mask, signal);
  struct sigaction before{};
  return act(signal, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
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
