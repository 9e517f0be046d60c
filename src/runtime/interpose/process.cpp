#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sync/signals.h"
#include "runtime/sys/real.h"

// The ids of the process and its threads: the same in every run, whichever process it has.

namespace heddle::runtime {

namespace {

constexpr pid_t kParent = 1000;
constexpr pid_t kProcess = 1001;  // the first thread has the same number, the others the following ones

bool in_run() {
  if (anchor == nullptr) return false;
  anchor->constructors.belongs_to_run();
  return anchor->in_program();
}

pid_t real_number(long call) { return static_cast<pid_t>(real_syscall(call)); }

pid_t fixed(pid_t number) {
  note_assumed(abi::Assumed::kProcessNumbers);
  return number;
}

// Children come first: the system may have given one of them a number that is fixed here.
bool is_own_child(pid_t process) {
  siginfo_t ignored{};
  return process > 0 && real_syscall(SYS_waitid, P_PID, process, &ignored, WEXITED | WNOHANG | WNOWAIT, nullptr) == 0;
}

// Any thread that does not block the signal may get it: here, the running one, or else one that continues.
void send_to_process() {
  use_signals();
  if (!runtime().scheduler.is_alone())
    report_uncontrolled("kill of the process, of which any thread may get the signal", nullptr);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::fixed;
using heddle::runtime::in_run;
using heddle::runtime::is_own_child;
using heddle::runtime::kParent;
using heddle::runtime::kProcess;
using heddle::runtime::real_number;
using heddle::runtime::send_to_process;

extern "C" {

pid_t getpid(void) { return in_run() ? fixed(kProcess) : real_number(SYS_getpid); }
pid_t getppid(void) { return in_run() ? fixed(kParent) : real_number(SYS_getppid); }
pid_t gettid(void) {
  if (!in_run()) return real_number(SYS_gettid);
  heddle::runtime::see_itself(heddle::runtime::runtime().scheduler.current());
  return fixed(kProcess + static_cast<pid_t>(heddle::runtime::runtime().current_thread().value));
}

// A program may signal itself and the processes it created. Others, which it may refer to by a number that is fixed
// here, and process groups, which include Heddle, get nothing.
int kill(pid_t process, int signal) {
  if (in_run() && !is_own_child(process)) {
    const bool to_parent = process == kParent && heddle::runtime::runtime().process.is_child;
    if (process != kProcess && !to_parent) {
      heddle::runtime::report_uncontrolled("kill of others, which sends nothing here", nullptr);
      return 0;
    }
    if (process == kProcess && signal != 0) send_to_process();
    process = real_number(to_parent ? SYS_getppid : SYS_getpid);
  }
  const long result = heddle::runtime::real_syscall(SYS_kill, process, signal);
  if (result >= 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}
}
