#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <ctime>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/spin.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"
#include "runtime/sys/machine_calls.h"
#include "runtime/sys/real.h"

// syscall(), which programs and libstdc++ (std::atomic::wait, std::future, std::latch) use for futexes. A futex is a
// queue of threads at an address, and a wait enters it only if the word there still has the expected value.
//
// Entering and looking at the word are two steps here: the thread enters first, then looks, and leaves again if the
// word has changed. A wake in between may have chosen it although it would not have waited at all; then the thread
// wakes another one in its place.

namespace heddle::runtime {

namespace {

using trace::Effect;
using trace::OpKind;

using Word = std::uint32_t;

trace::LocationId location_of(const Word* word) { return runtime().locations.of(abi::LocationKind::kFutex, word); }

int futex_wait(Word* word, Word expected, const timespec* timeout, bool is_absolute, clockid_t clock) {
  Scheduler& scheduler = runtime().scheduler;
  Thread& self = scheduler.current();
  release_writes(self);
  const std::uint64_t effects = self.effects;
  const trace::LocationId location = location_of(word);
  scheduler.step(OpKind::kWait, location, nullptr);
  __heddle_atomic_load(word, sizeof *word, HEDDLE_RELAXED, nullptr);
  runtime().symbolic.decide_read(reinterpret_cast<std::uintptr_t>(word), sizeof *word);
  if (*word != expected) {
    const bool was_chosen = scheduler.step(OpKind::kTimedWake, location, nullptr).effect != Effect::kModify;
    if (was_chosen) scheduler.step(OpKind::kSignal, location, nullptr);
    self.effects = effects;
    return EAGAIN;
  }
  if (timeout == nullptr && !runtime().channel->settings.spurious_wakeups) {
    scheduler.step(OpKind::kWake, location, nullptr);
    return 0;
  }
  const bool gave_up = scheduler.step(OpKind::kTimedWake, location, nullptr).effect == Effect::kModify;
  if (!gave_up) return 0;
  self.effects = effects;
  if (timeout == nullptr) return EINTR;
  if (is_absolute) {
    advance_to(clock, *timeout);
  } else {
    advance_by(nanoseconds(*timeout));
  }
  return ETIMEDOUT;
}

// How many were woken.
int futex_wake(Word* word, int count) {
  Scheduler& scheduler = runtime().scheduler;
  const trace::LocationId location = location_of(word);
  runtime().symbolic.not_followed("how many threads a futex has woken");
  if (count >= static_cast<int>(trace::kMaxThreads)) {
    const trace::Operation& op = scheduler.step(OpKind::kBroadcast, location, nullptr);
    return std::popcount(static_cast<trace::Waiters>(op.before));
  }
  int woken = 0;
  while (woken < count && scheduler.step(OpKind::kSignal, location, nullptr).effect == Effect::kModify) ++woken;
  return woken;
}

// The negative error code, or the result.
long futex(const long* arguments) {
  auto* const word = reinterpret_cast<Word*>(arguments[0]);
  const int operation = static_cast<int>(arguments[1]);
  const auto value = static_cast<Word>(arguments[2]);
  const auto* const timeout = reinterpret_cast<const timespec*>(arguments[3]);
  const clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const int command = operation & FUTEX_CMD_MASK;
  const bool has_bits = command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
  if (has_bits && static_cast<Word>(arguments[5]) != FUTEX_BITSET_MATCH_ANY)
    report_uncontrolled("futex with a set of bits", nullptr);
  switch (command) {
    case FUTEX_WAIT: return -futex_wait(word, value, timeout, false, clock);
    case FUTEX_WAIT_BITSET: return -futex_wait(word, value, timeout, true, clock);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return futex_wake(word, static_cast<int>(value));
    default: report_uncontrolled("futex of another kind than wait and wake", nullptr); return -ENOSYS;
  }
}

// Queries the process or gives a hint: nothing that must be controlled.
bool is_harmless(long number) {
  switch (number) {
    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_membarrier:
    case SYS_madvise:
    case SYS_sched_yield:
    case SYS_sched_getaffinity:
    case SYS_sched_setaffinity: return true;
    default: return false;
  }
}

// In a loop that waits with it; futexes are visible through their steps.
bool has_no_effect(long number) { return number == SYS_futex || number == SYS_sched_yield; }

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::runtime;

extern "C" {

long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  const bool in_run = heddle::runtime::anchor != nullptr && runtime().scheduler.running();
  long result = 0;
  if (in_run && !heddle::runtime::has_no_effect(number)) runtime().scheduler.current().add_change();
  if (in_run && number == SYS_futex) {
    result = heddle::runtime::futex(arguments);
  } else if (in_run && number == SYS_getpid) {
    result = getpid();
  } else if (in_run && number == SYS_gettid) {
    result = gettid();
  } else if (in_run && number == SYS_getppid) {
    result = getppid();
  } else {
    if (in_run && !heddle::runtime::is_harmless(number)) heddle::runtime::report_uncontrolled("syscall", nullptr);
    const bool refused = heddle::runtime::changes_machine(number) && heddle::runtime::is_tested();
    result = refused ? -EPERM
                     : heddle::runtime::real_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                                     arguments[4], arguments[5]);
  }
  constexpr long kMaxError = 4095;
  if (result < 0 && result >= -kMaxError) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}
}
