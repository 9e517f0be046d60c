#include <pthread.h>
#include <setjmp.h>
#include <unwind.h>

#include <cerrno>
#include <cstdint>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/thread_entry.h"
#include "runtime/sync/objects.h"
#include "runtime/sync/shared_flags.h"
#include "runtime/sys/die.h"

// Cancellation, and the end of threads by pthread_exit: both unwind the stack, so that destructors and cleanup handlers
// run.
//
// Cancelling a thread sets a flag (shared_flags.h), which pthread_cancel writes and cancellation points read. Waits of
// a thread that may be cancelled can end by themselves: such a run counts only if some thread has indeed cancelled it.

namespace heddle::runtime {

namespace {

// --- unwinding

// What pthread_cleanup_push puts on the stack of a function without exceptions: after the registers comes the list.
__pthread_unwind_buf_t* innermost(const Thread& thread) { return static_cast<__pthread_unwind_buf_t*>(thread.cleanup); }

// Called by the unwinder before it leaves each frame.
_Unwind_Reason_Code before_frame(int /*version*/, _Unwind_Action actions, _Unwind_Exception_Class /*type*/,
                                 _Unwind_Exception* /*exception*/, _Unwind_Context* context, void* /*unused*/) {
  Thread& self = runtime().scheduler.current();
  if (__pthread_unwind_buf_t* const buffer = innermost(self); buffer != nullptr) {
    // It is in this frame, or in one without tables: its handler runs there, and continues in __pthread_unwind_next.
    if (reinterpret_cast<std::uintptr_t>(buffer) < _Unwind_GetCFA(context) || (actions & _UA_END_OF_STACK) != 0) {
      self.cleanup = buffer->__pad[0];
      longjmp(reinterpret_cast<__jmp_buf_tag*>(buffer->__cancel_jmp_buf), 1);
    }
  }
  if ((actions & _UA_END_OF_STACK) != 0) end_thread(self.result);
  return _URC_NO_REASON;
}

[[noreturn]] void unwind() {
  Thread& self = runtime().scheduler.current();
  // In the frame of this function: it is never left.
  _Unwind_Exception exception{};
  _Unwind_ForcedUnwind(&exception, before_frame, nullptr);
  end_thread(self.result);
}

// Where it was not known that the thread may be cancelled, its waits could not end: the rest of this run says nothing.
// In the restarted exploration they can.
void need_cancellation(const Thread& target) {
  if (cell_of(target.cancelled) != nullptr) return;
  need(target.cancelled);
  Scheduler& scheduler = runtime().scheduler;
  if (scheduler.running()) scheduler.stop(Stop::kAssumeFailed, nullptr);
}

}  // namespace

void unwind_thread(void* result) {
  Thread& self = runtime().scheduler.current();
  self.result = result;
  self.unwinding = true;
  unwind();
}

void cancellation_point() {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return;
  Thread& self = rt.scheduler.current();
  if (self.ignores_cancellation || self.unwinding) return;
  if (read(self.cancelled)) unwind_thread(PTHREAD_CANCELED);
}

bool waits_for_cancellation() {
  const Thread& self = runtime().scheduler.current();
  return !self.ignores_cancellation && !self.unwinding && cell_of(self.cancelled) != nullptr;
}

void must_be_cancelled() {
  Runtime& rt = runtime();
  if (!read(rt.scheduler.current().cancelled)) rt.scheduler.stop(Stop::kAssumeFailed, nullptr);
}

}  // namespace heddle::runtime

using heddle::runtime::runtime;
using heddle::runtime::Thread;

extern "C" {

void pthread_exit(void* result) { heddle::runtime::unwind_thread(result); }

int pthread_cancel(pthread_t thread) {
  Thread* const target = heddle::runtime::thread_of(thread);
  if (target == nullptr) return ESRCH;
  heddle::runtime::need_cancellation(*target);
  heddle::runtime::raise(target->cancelled);
  return 0;
}

void pthread_testcancel(void) { heddle::runtime::cancellation_point(); }

int pthread_setcancelstate(int state, int* old) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  auto& rt = runtime();
  if (!rt.scheduler.running()) return 0;
  Thread& self = rt.scheduler.current();
  if (old != nullptr) *old = self.ignores_cancellation ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  self.ignores_cancellation = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

// Asynchronous cancellation would have to be possible between any two instructions: it is treated as deferred.
int pthread_setcanceltype(int type, int* old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old != nullptr) *old = PTHREAD_CANCEL_DEFERRED;
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS) heddle::runtime::report_uncontrolled("pthread_setcanceltype", nullptr);
  return 0;
}

// pthread_cleanup_push and pop in functions without exceptions.
void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  Thread& self = runtime().scheduler.current();
  buffer->__pad[0] = self.cleanup;
  self.cleanup = buffer;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  runtime().scheduler.current().cleanup = buffer->__pad[0];
}

void __pthread_unwind_next(__pthread_unwind_buf_t* /*buffer*/) { heddle::runtime::unwind(); }
}
