#include "cli/explorer.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <thread>

#include "cli/crash.h"
#include "cli/leftovers.h"
#include "cli/signals.h"
#include "native/spawn.h"

namespace heddle::cli {

namespace {

constexpr int kTickMilliseconds = 50;

// The supervisor is gone: nobody would report the results of the work, or clean up after it.
[[noreturn]] void end_without_supervisor(const Session& session) {
  native::start_no_more();
  kill_descendants();
  std::error_code ignored;
  std::filesystem::remove_all(session.temporary_folder(), ignored);
  ::_exit(kIncomplete);
}

// Runs alongside the work: notices the end of the supervisor, and interrupts libraries when the work should stop.
void watch(const Session& session, int lifeline) {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
  pollfd end{lifeline, POLLIN, 0};
  while (true) {
    if (::poll(&end, 1, kTickMilliseconds) > 0) end_without_supervisor(session);
    native::reap_orphans();
    if (base::stop_requested()) base::StopListener::notify();
  }
}

ExitCode do_work(Session& session, const Supervisor::Work& work) {
  try {
    return work(session);
  } catch (const base::Stopped&) {
    // Nothing to report yet: the supervisor says why.
    ::_exit(kIncomplete);
  } catch (const std::bad_alloc&) {
    base::request_stop(base::StopReason::kMemory);
    ::_exit(kIncomplete);
  }
}

}  // namespace

int run_explorer(Session& session, pid_t supervisor, int lifeline, const Supervisor::Work& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);  // one that somebody has stopped must notice the end of its supervisor
  if (::getppid() != supervisor) ::_exit(kIncomplete);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  handle_signals();
  install_crash_handlers(session);
  std::thread(watch, std::cref(session), lifeline).detach();
  remove_abandoned_folders();
  const ExitCode code = do_work(session, work);
  std::cout.flush();
  std::fflush(nullptr);
  session.set_done(code);
  return code;
}

}  // namespace heddle::cli
