#include <pthread.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/layout.h"
#include "runtime/observe/lifetimes.h"
#include "runtime/process/failing_calls.h"
#include "runtime/process/program_end.h"
#include "runtime/schedule/thread_entry.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"
#include "runtime/sync/robust.h"
#include "runtime/sync/scheduling.h"
#include "runtime/sync/shared_flags.h"
#include "runtime/sync/signals.h"
#include "runtime/sys/die.h"

// Threads: pthread_create, join, detach, exit and the like.

namespace heddle::runtime {

namespace {

using trace::FailureKind;

// What the program asks for, if it is more than usual. There is room for that much between two stacks.
std::size_t stack_size(const pthread_attr_t* attributes) {
  constexpr std::size_t kMost = kStackStride - kPageSize;
  std::size_t size = 0;
  if (attributes != nullptr) pthread_attr_getstacksize(attributes, &size);
  if (size <= kStackSize) return 0;
  if (size > kMost) report_uncontrolled("pthread_attr_setstacksize of more than 127 MiB", nullptr);
  return size < kMost ? align_up(size, kPageSize) : kMost;
}

// The signals that the thread to be created blocks, if the attributes say so.
void give_signals(ThreadState& creator, const pthread_attr_t* attributes) {
  sigset_t set;
  if (attributes == nullptr || pthread_attr_getsigmask_np(attributes, &set) != 0) return;
  use_signals();
  creator.child_has_signals = true;
  std::memcpy(&creator.child_signals, &set, sizeof creator.child_signals);
}

// A thread that the running one may join.
Thread& joinable(pthread_t handle) {
  Thread* const other = find_thread(handle);
  if (other == nullptr) fail(FailureKind::kBadJoin, nullptr, "there is no such thread");
  if (other == &runtime().scheduler.current()) fail(FailureKind::kBadJoin, nullptr, "a thread joins itself");
  if (other->detached) fail(FailureKind::kBadJoin, nullptr, "the thread is detached");
  if (other->joined) fail(FailureKind::kBadJoin, nullptr, "the thread has been joined before");
  return *other;
}

// What a thread returns is also memory where reads are variables: written at its end, read by the thread that joins it.
// The cell, if the exploration knows that some thread does.
VisibleCells::Cell* result_cell(Runtime& rt, Thread& thread) {
  if (!rt.symbolic.reads_are_variables()) return nullptr;
  return rt.cells.plain_cell(reinterpret_cast<std::uint64_t>(&thread.result), sizeof thread.result);
}

void give_result(Runtime& rt, Thread& self, void* result) {
  if (VisibleCells::Cell* const cell = result_cell(rt, self); cell != nullptr) {
    self.result = nullptr;  // as at the start, in case pthread_exit has already put it there
    rt.scheduler.step(trace::OpKind::kWrite, rt.cells.location(*cell), nullptr);
    rt.symbolic.store(reinterpret_cast<std::uintptr_t>(&self.result), sizeof self.result, self.result_shadow,
                      reinterpret_cast<std::uint64_t>(result));
  }
  self.result = result;
}

Expr take_result(Runtime& rt, Thread& other) {
  const auto address = reinterpret_cast<std::uint64_t>(&other.result);
  const auto value = reinterpret_cast<std::uint64_t>(other.result);
  if (!rt.symbolic.reads_are_variables()) return rt.symbolic.name_gift(other.result_shadow, value);
  VisibleCells::Cell* const cell = result_cell(rt, other);
  if (cell == nullptr) {
    rt.cells.found(address, sizeof other.result);
    return other.result_shadow;
  }
  rt.scheduler.step(trace::OpKind::kRead, rt.cells.location(*cell), nullptr);
  return rt.symbolic.load(address, sizeof other.result, value);
}

int join(Thread& other, void** result) {
  Runtime& rt = runtime();
  rt.scheduler.join(other, nullptr, result != nullptr);
  other.joined = true;
  if (rt.scheduler.is_alone()) rt.quiet.begin_behind_join(rt.accesses.tells_behind_joins());
  if (result == nullptr) return 0;
  rt.accesses.other(rt.scheduler.current());
  const Expr shadow = take_result(rt, other);
  __heddle_write(result, sizeof *result, nullptr);
  *result = other.result;
  rt.symbolic.store(reinterpret_cast<std::uintptr_t>(result), sizeof *result, shadow,
                    reinterpret_cast<std::uint64_t>(other.result));
  return 0;
}

// Joins if the thread has ended; `busy` otherwise.
int try_join(pthread_t handle, void** result, int busy) {
  Thread& other = joinable(handle);
  tell_apart(other);
  need(other.has_ended);
  if (!read(other.has_ended)) return busy;
  runtime().scheduler.current().add_change();
  return join(other, result);
}

// Waits for the end of the thread, or for being cancelled.
int cancellable_join(pthread_t handle, void** result) {
  cancellation_point();
  if (!waits_for_cancellation()) return join(joinable(handle), result);
  if (try_join(handle, result, EBUSY) == 0) return 0;
  must_be_cancelled();
  unwind_thread(PTHREAD_CANCELED);
}

// As for locks: joining it in time is the same as arriving later, and the only other outcome is that it has not ended
// now and time runs out.
int timed_join(pthread_t handle, void** result, const Deadline& deadline) {
  if (deadline.until == nullptr) return pthread_join(handle, result);
  if (!deadline.is_valid()) return EINVAL;
  cancellation_point();
  const int error = try_join(handle, result, ETIMEDOUT);
  if (error == ETIMEDOUT) advance_to(deadline.clock, *deadline.until);
  return error;
}

}  // namespace

Thread* find_thread(std::uintptr_t handle) {
  Scheduler& scheduler = runtime().scheduler;
  const auto index = static_cast<std::size_t>(handle - kHandle);
  if (handle < kHandle || index >= trace::kMaxThreads || !scheduler.exists(trace::ThreadId(index))) return nullptr;
  return scheduler.find(trace::ThreadId(index));
}

Thread* thread_of(std::uintptr_t handle) {
  Thread* const thread = find_thread(handle);
  if (thread != nullptr) tell_apart(*thread);
  return thread;
}

void run_thread(void* thread) {
  auto* const self = static_cast<Thread*>(thread);
  auto* const tag = reinterpret_cast<const void*>(self->function);
  if (self->argument_shadow != 0) {
    __heddle_shadows.callee = tag;
    const auto value = reinterpret_cast<std::uint64_t>(self->argument);
    __heddle_shadows.arguments[0] = runtime().symbolic.name_gift(self->argument_shadow, value);
    __heddle_shadows.values[0] = value;
  }
  void* const result = self->function(self->argument);
  if (self->argument_shadow != 0) __heddle_sym_untaken(tag, 1, 1, nullptr);
  if (__heddle_shadows.returner == tag) self->result_shadow = __heddle_shadows.results[0];
  end_thread(result);
}

void end_thread(void* result) {
  Runtime& rt = runtime();
  Thread& self = rt.scheduler.current();
  rt.exit_handlers.call(static_cast<std::int32_t>(self.id.value), 0);
  rt.keys.end_thread(self.id);
  leave_robust_mutexes(self);
  end_variables(rt, rt.frames.all_of(self.id));
  end_thread_locals(rt, self.fiber.tls_begin(), self.fiber.tls_end());
  rt.frames.end_thread(self.id, self.fiber.tls_begin(),
                       self.id.value != 0 ? self.fiber.tls_end() : self.fiber.tls_begin());
  give_result(rt, self, result);
  if (self.id.value == 0 || rt.exit_handlers.ending() == self.id) main_has_ended();
  raise(self.has_ended);
  rt.scheduler.exit();
}

}  // namespace heddle::runtime

using heddle::runtime::runtime;
using heddle::runtime::Thread;
using heddle::trace::FailureKind;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  auto& rt = runtime();
  if (!rt.scheduler.running()) {
    rt.constructors.belongs_to_run();
    heddle::runtime::die("a constructor of a shared library creates a thread: this is not supported");
  }
  if (heddle::runtime::fails(heddle::trace::FailingCall::kPthreadCreate)) return EAGAIN;
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  const bool detached = state == PTHREAD_CREATE_DETACHED;
  rt.scheduler.current().child_stack = heddle::runtime::stack_size(attributes);
  const auto scheduling = heddle::runtime::scheduling_of_new_thread(attributes);
  if (!heddle::runtime::is_scheduling(scheduling.policy, scheduling.priority)) return EINVAL;
  rt.scheduler.current().child_scheduling = scheduling;
  heddle::runtime::give_name(rt.scheduler.current());
  heddle::runtime::give_signals(rt.scheduler.current(), attributes);
  rt.scheduler.current().child_shadow = heddle::runtime::take_argument(reinterpret_cast<void*>(pthread_create), 3);
  return rt.scheduler.create(function, argument, nullptr, thread, detached) != nullptr ? 0 : EAGAIN;
}

pthread_t pthread_self(void) {
  auto& rt = runtime();
  if (rt.in_program()) heddle::runtime::see_itself(rt.scheduler.current());
  return heddle::runtime::handle_of(rt.current_thread());
}

int pthread_join(pthread_t thread, void** result) { return heddle::runtime::cancellable_join(thread, result); }
int pthread_tryjoin_np(pthread_t thread, void** result) { return heddle::runtime::try_join(thread, result, EBUSY); }
int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  return heddle::runtime::timed_join(thread, result, {.clock = CLOCK_REALTIME, .until = until});
}
int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* until) {
  return heddle::runtime::timed_join(thread, result, {.clock = clock, .until = until});
}

int pthread_detach(pthread_t thread) {
  Thread* const other = heddle::runtime::find_thread(thread);
  if (other == nullptr) heddle::runtime::fail(FailureKind::kSyncMisuse, nullptr, "detach: there is no such thread");
  if (other->detached) heddle::runtime::fail(FailureKind::kSyncMisuse, nullptr, "the thread is detached already");
  if (other->joined)
    heddle::runtime::fail(FailureKind::kSyncMisuse, nullptr, "detach of a thread that has been joined");
  // A thread that joins one created by another thread is named anyway.
  const heddle::trace::ThreadId creator = runtime().channel->threads[other->id.index()].parent;
  if (creator != runtime().current_thread()) runtime().symbolic.not_followed("whether a thread is detached");
  other->detached = true;
  return 0;
}
}
