#include "cli/supervisor.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>

#include "cli/explorer.h"
#include "cli/leftovers.h"
#include "cli/memory_use.h"
#include "cli/signals.h"

namespace heddle::cli {

namespace {

constexpr double kGraceSeconds = 0.6;
constexpr double kReportingSeconds = 5;  // for writing the results so far
constexpr long kTickNanoseconds = 50'000'000;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Watches one explorer from start to end.
class Watch {
 public:
  Watch(const Limits& limits, Session& session, pid_t explorer)
      : limits_(limits), session_(session), explorer_(explorer) {}

  // Waits until the explorer has ended; returns its status.
  int wait() {
    int status = 0;
    while (!reap(status)) {
      const timespec tick{0, next_tick()};
      const int signal = ::sigtimedwait(&handled_signals(), nullptr, &tick);
      if (signal > 0 && signal != SIGCHLD) on_signal(signal);
      check_limits();
    }
    return status;
  }

  // Why it was killed, if we killed it.
  base::StopReason killed_for() const { return killed_for_; }

 private:
  long next_tick() const {
    const double left = started_ + limits_.seconds - now();
    constexpr double kNano = 1e9;
    return left * kNano < static_cast<double>(kTickNanoseconds) && left > 0 ? static_cast<long>(left * kNano) + 1
                                                                            : kTickNanoseconds;
  }

  // Reaps everything that has ended, including orphans that we have adopted. Is the explorer among them?
  bool reap(int& explorer_status) const {
    int status = 0;
    while (true) {
      const pid_t ended = ::waitpid(-1, &status, WNOHANG);
      if (ended <= 0) return false;
      if (ended != explorer_) continue;
      explorer_status = status;
      return true;
    }
  }

  void on_signal(int signal) {
    if (session_.phase() == Session::Phase::kDebugging && signal == SIGINT) return;  // it is for gdb
    if (++signals_ > 1) {
      kill(base::StopReason::kInterrupted);
      return;
    }
    if (signal == SIGINT) std::cerr << "\nheddle: stopping; once more kills\n";
    base::request_stop(base::StopReason::kInterrupted);
  }

  void check_limits() {
    const double time = now();
    if (time - started_ >= limits_.seconds) base::request_stop(base::StopReason::kTime);
    const bool too_much = limits_.memory != Limits{}.memory && memory_use() > limits_.memory;
    if (too_much) base::request_stop(base::StopReason::kMemory);
    if (!base::stop_requested()) return;
    if (stopped_at_ == 0) stopped_at_ = time;
    const bool reports = session_.phase() == Session::Phase::kReporting || session_.phase() == Session::Phase::kDone;
    if (time - stopped_at_ > (reports ? kReportingSeconds : kGraceSeconds)) kill(base::stop_reason());
  }

  void kill(base::StopReason reason) {
    killed_for_ = reason;
    ::kill(explorer_, SIGKILL);
  }

  const Limits& limits_;
  Session& session_;
  pid_t explorer_;
  double started_ = now();
  double stopped_at_ = 0;
  int signals_ = 0;
  base::StopReason killed_for_ = base::StopReason::kNone;
};

}  // namespace

int Supervisor::run(const Limits& limits, const Work& work, const Epilogue& epilogue) {
  base::Result<Session> session = Session::create(new_temporary_folder_name());
  std::array<int, 2> lifeline{};  // closed by the system when the supervisor dies
  if (!session || ::pipe2(lifeline.data(), O_CLOEXEC) != 0) {
    std::cerr << "heddle: " << (session ? "cannot make a pipe" : session.error().text()) << "\n";
    return kUsage;
  }
  base::share_stop(session.value().stop());
  block_handled_signals();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t supervisor = ::getpid();
  const pid_t explorer = ::fork();
  if (explorer < 0) {
    std::cerr << "heddle: cannot start a process\n";
    return kUsage;
  }
  if (explorer == 0) {
    ::close(lifeline[1]);
    return run_explorer(session.value(), supervisor, lifeline[0], work);
  }
  ::close(lifeline[0]);
  Watch watch(limits, session.value(), explorer);
  const int status = watch.wait();
  kill_descendants();
  std::error_code ignored;
  std::filesystem::remove_all(session.value().temporary_folder(), ignored);
  if (session.value().phase() == Session::Phase::kDone) return session.value().code();
  Ending ending{watch.killed_for(), WIFSIGNALED(status) ? WTERMSIG(status) : 0};
  // It may also have stopped by itself, with nothing to say.
  if (WIFEXITED(status) && WEXITSTATUS(status) == kIncomplete) ending.stop = base::stop_reason();
  return epilogue(session.value(), ending);
}

}  // namespace heddle::cli
