#include <pthread.h>

#include <cerrno>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/die.h"
#include "runtime/failures.h"
#include "runtime/memory/layout.h"
#include "runtime/program_end.h"
#include "runtime/thread_entry.h"
#include "runtime/uncontrolled.h"

// Threads: pthread_create, join, detach, exit and their like.

namespace heddle::runtime {

namespace {

Thread* thread_of(pthread_t handle) {
  Scheduler& scheduler = runtime().scheduler;
  const auto index = static_cast<std::size_t>(handle - kHandle);
  if (handle < kHandle || index >= trace::kMaxThreads || !scheduler.exists(trace::ThreadId(index))) return nullptr;
  return scheduler.find(trace::ThreadId(index));
}

// What the program asks for, if it is more than usual. There is room for so much between two stacks.
std::size_t stack_size(const pthread_attr_t* attributes) {
  constexpr std::size_t kMost = kStackStride - kPageSize;
  std::size_t size = 0;
  if (attributes != nullptr) pthread_attr_getstacksize(attributes, &size);
  if (size <= kStackSize) return 0;
  if (size > kMost) report_uncontrolled("pthread_attr_setstacksize of more than 127 MiB", nullptr);
  return size < kMost ? align_up(size, kPageSize) : kMost;
}

}  // namespace

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
  rt.frames.end_thread(self.id, self.fiber.tls_begin(),
                       self.id.value != 0 ? self.fiber.tls_end() : self.fiber.tls_begin());
  self.result = result;
  if (self.id.value == 0 || rt.exit_handlers.ending() == self.id) main_has_ended();
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
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  const bool detached = state == PTHREAD_CREATE_DETACHED;
  rt.scheduler.current().child_stack = heddle::runtime::stack_size(attributes);
  rt.scheduler.current().child_shadow = heddle::runtime::take_argument(reinterpret_cast<void*>(pthread_create), 3);
  return rt.scheduler.create(function, argument, nullptr, thread, detached) != nullptr ? 0 : EAGAIN;
}

pthread_t pthread_self(void) { return heddle::runtime::handle_of(runtime().current_thread()); }

int pthread_join(pthread_t thread, void** result) {
  Thread* const other = heddle::runtime::thread_of(thread);
  auto& scheduler = runtime().scheduler;
  if (other == nullptr) heddle::runtime::fail(FailureKind::kBadJoin, nullptr, "there is no such thread");
  if (other == &scheduler.current()) heddle::runtime::fail(FailureKind::kBadJoin, nullptr, "a thread joins itself");
  if (other->detached) heddle::runtime::fail(FailureKind::kBadJoin, nullptr, "the thread is detached");
  if (other->joined) heddle::runtime::fail(FailureKind::kBadJoin, nullptr, "the thread has been joined before");
  scheduler.join(*other, nullptr);
  other->joined = true;
  if (scheduler.is_alone()) runtime().quiet.begin();
  if (result != nullptr) {
    __heddle_write(result, sizeof *result, nullptr);
    *result = other->result;
    auto& symbolic = runtime().symbolic;
    const auto value = reinterpret_cast<std::uint64_t>(other->result);
    symbolic.store(reinterpret_cast<std::uintptr_t>(result), sizeof *result,
                   symbolic.name_gift(other->result_shadow, value), value);
  }
  return 0;
}

int pthread_detach(pthread_t thread) {
  Thread* const other = heddle::runtime::thread_of(thread);
  if (other == nullptr) heddle::runtime::fail(FailureKind::kSyncMisuse, nullptr, "detach: there is no such thread");
  if (other->detached) heddle::runtime::fail(FailureKind::kSyncMisuse, nullptr, "the thread is detached already");
  if (other->joined)
    heddle::runtime::fail(FailureKind::kSyncMisuse, nullptr, "detach of a thread that has been joined");
  other->detached = true;
  return 0;
}
}
