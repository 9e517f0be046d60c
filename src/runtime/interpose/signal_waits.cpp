#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/pages.h"

// Functions that wait for a signal. Nobody sends one to a tested program but the program itself (raise), so the thread
// waits for ever, which is named.

namespace heddle::runtime {

namespace {

bool in_program() { return anchor != nullptr && anchor->in_program(); }

[[noreturn]] void wait_for_ever(const char* what) {
  report_uncontrolled(what, nullptr);
  anchor->scheduler.stop(Stop::kEndless, nullptr);
}

// One of these that is blocked and has been raised; 0 if there is none.
int take_pending(const sigset_t* set) {
  constexpr timespec kNow{};
  const int signal = sigtimedwait(set, nullptr, &kNow);
  return signal > 0 ? signal : 0;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::in_program;
using heddle::runtime::system_call;
using heddle::runtime::wait_for_ever;

extern "C" {

int pause() {
  if (in_program()) wait_for_ever("pause, which waits for ever here");
  system_call(SYS_pause);
  errno = EINTR;
  return -1;
}

int sigwait(const sigset_t* set, int* signal) {
  if (in_program()) {
    const int pending = heddle::runtime::take_pending(set);
    if (pending == 0) wait_for_ever("sigwait, which waits for ever here");
    __heddle_write(signal, sizeof *signal, nullptr);
    *signal = pending;
    return 0;
  }
  int taken = 0;
  while (taken <= 0) taken = sigwaitinfo(set, nullptr);
  *signal = taken;
  return 0;
}
}
