#include "runtime/schedule/carrier.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "runtime/memory/map_pages.h"
#include "runtime/schedule/fiber.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kStack = 64 << 10;
constexpr int kLikeThreads =
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS;

}  // namespace

// Not with pthread_create: that would allocate memory in the arena of a thread of the program.
void Carrier::start(void* thread_pointer, const char* name) {
  std::strncpy(name_, name, sizeof name_ - 1);
  stack_ = map_pages<char>(2 * kStack);
  started_ = true;
  if (clone(main, stack_ + 2 * kStack, kLikeThreads, this, nullptr, thread_pointer, nullptr) < 0)
    die("cannot start a thread of the operating system: error %d", errno);
}

void Carrier::wake(Fiber& fiber) {
  next_ = &fiber;
  awake_.store(1, std::memory_order_release);
  real_syscall(SYS_futex, &awake_, FUTEX_WAKE_PRIVATE, 1);
}

Fiber& Carrier::sleep() {
  while (awake_.load(std::memory_order_acquire) == 0) real_syscall(SYS_futex, &awake_, FUTEX_WAIT_PRIVATE, 0, nullptr);
  awake_.store(0, std::memory_order_relaxed);
  return *next_;
}

int Carrier::main(void* self) {
  auto& carrier = *static_cast<Carrier*>(self);
  real_syscall(SYS_prctl, PR_SET_NAME, carrier.name_);
  stack_t alternative{};
  alternative.ss_sp = carrier.stack_;
  alternative.ss_size = kStack;
  sigaltstack(&alternative, nullptr);
  Fiber idle;
  Fiber::jump(idle, carrier.sleep());
  die("a carrier has come back to where it began");
}

}  // namespace heddle::runtime
