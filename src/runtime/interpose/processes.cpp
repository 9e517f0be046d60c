#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

// Processes that the program creates. They are not explored, and the verdict says so (`report_uncontrolled`); but what
// they do must not be mistaken for what the run does: they have a copy of the channel, continue with the one thread
// that forked, and end when it does.

namespace heddle::runtime {

namespace {

void become_process(Runtime& rt) {
  rt.process.is_child = true;                          // before any step that would be recorded in the channel
  real_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);  // nothing is left behind
  if (rt.process.attached) {
    void* const own = mmap(rt.channel, sizeof(abi::Channel), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, rt.process.channel_descriptor, 0);
    if (own == MAP_FAILED) die("a process that the program has made cannot have a channel of its own");
  }
  rt.process.attached = false;
  rt.scheduler.become_process();
}

}  // namespace

}  // namespace heddle::runtime

extern "C" {

pid_t fork(void) noexcept {
  using heddle::runtime::runtime;
  const auto real = reinterpret_cast<pid_t (*)()>(dlsym(RTLD_NEXT, "fork"));
  if (real == nullptr) heddle::runtime::die("the C library has no fork");
  if (!runtime().scheduler.running()) return real();
  heddle::runtime::report_uncontrolled("fork", __heddle_place);
  runtime().kernel_objects.has_forked();
  // The C library tidies its list of threads in the child, and our threads are not in it.
  const pid_t child = runtime().scheduler.runner().call(real);
  if (child == 0) heddle::runtime::become_process(runtime());
  return child;
}
// The parent would wait and see what the child writes; programs must not rely on that.
pid_t vfork(void) noexcept { return fork(); }
pid_t _Fork(void) noexcept { return fork(); }
}
