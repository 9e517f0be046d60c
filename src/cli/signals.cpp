#include "cli/signals.h"

#include "base/stop.h"

namespace heddle::cli {

namespace {

void on_signal(int /*signal*/) { base::request_stop(base::StopReason::kInterrupted); }

// Writing to a pipe that nobody reads, or beyond the size that files may have here, is an ordinary error.
void on_refused_write(int /*signal*/) {}

sigset_t choose_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
                           SIGIO, SIGPWR, SIGSTKFLT}) {
    struct sigaction current = {};
    ::sigaction(signal, nullptr, &current);
    if (current.sa_handler != SIG_IGN) ::sigaddset(&set, signal);
  }
  ::sigaddset(&set, SIGCHLD);
  return set;
}

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;  // not SIG_IGN, which programs that we start would inherit
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

const sigset_t& handled_signals() {
  static const sigset_t set = choose_signals();
  return set;
}

void block_handled_signals() {
  ::sigprocmask(SIG_BLOCK, &handled_signals(), nullptr);
  for (const int signal : {SIGPIPE, SIGXFSZ}) set_handler(signal, on_refused_write);
}

void handle_signals() {
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    if (signal != SIGCHLD && ::sigismember(&handled_signals(), signal) == 1) set_handler(signal, on_signal);
  }
  ::sigprocmask(SIG_UNBLOCK, &handled_signals(), nullptr);
}

}  // namespace heddle::cli
