#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "runtime/anchor.h"
#include "runtime/real.h"

// The numbers of the process and its threads: the same in every run, whichever process it has.

namespace heddle::runtime {

namespace {

constexpr pid_t kParent = 1000;
constexpr pid_t kProcess = 1001;  // the first thread has the same number, the others those behind it

bool in_run() {
  if (anchor == nullptr) return false;
  anchor->constructors.belongs_to_run();
  return anchor->in_program();
}

pid_t real_number(long call) { return static_cast<pid_t>(real_syscall(call)); }

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::in_run;
using heddle::runtime::kParent;
using heddle::runtime::kProcess;
using heddle::runtime::real_number;

extern "C" {

pid_t getpid(void) { return in_run() ? kProcess : real_number(SYS_getpid); }
pid_t getppid(void) { return in_run() ? kParent : real_number(SYS_getppid); }
pid_t gettid(void) {
  if (!in_run()) return real_number(SYS_gettid);
  return kProcess + static_cast<pid_t>(heddle::runtime::runtime().current_thread().value);
}

// A program that signals itself means its real process.
int kill(pid_t process, int signal) {
  if (in_run() && process == kProcess) process = real_number(SYS_getpid);
  const long result = heddle::runtime::real_syscall(SYS_kill, process, signal);
  if (result >= 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}
}
