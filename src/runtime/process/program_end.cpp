#include "runtime/process/program_end.h"

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

namespace {

using trace::OpKind;
using trace::ThreadId;

trace::LocationId handlers_lock(Runtime& rt) { return rt.locations.of(abi::LocationKind::kMutex, &rt.exit_handlers); }

void lock_handlers(Runtime& rt) { rt.scheduler.step(OpKind::kLock, handlers_lock(rt), nullptr); }
void unlock_handlers(Runtime& rt) { rt.scheduler.step(OpKind::kUnlock, handlers_lock(rt), nullptr); }

// Does the exploration know that threads register handlers while others run?
bool handlers_are_shared(Runtime& rt) {
  const bool& shared = rt.exit_handlers.shared();
  return rt.cells.plain_cell(reinterpret_cast<std::uint64_t>(&shared), sizeof shared) != nullptr;
}

bool has_handlers(Runtime& rt) { return rt.exit_handlers.has_own() || handlers_are_shared(rt); }

// The running thread becomes the one that ends the program, or waits for ever.
void become_the_one_that_ends(Runtime& rt) {
  ExitHandlers& handlers = rt.exit_handlers;
  Thread& self = rt.scheduler.current();
  if (handlers.ending() == self.id) return;  // a handler has called exit
  if (rt.quiet.alone() && !handlers.ending().valid()) {
    // Here it becomes visible who registered them, and in which order.
    if (handlers_are_shared(rt)) rt.accesses.other(self);
    handlers.set_ending(self.id);
    return;
  }
  rt.symbolic.not_followed("which thread ends the program");
  lock_handlers(rt);
  const ThreadId first = handlers.ending();
  if (!first.valid()) handlers.set_ending(self.id);
  unlock_handlers(rt);
  if (!first.valid()) return;
  rt.scheduler.join(*rt.scheduler.find(first), nullptr);
  die("a thread that has ended the program was joined");
}

// Joins the thread and all its descendants, except the running one.
void join_family(Runtime& rt, Thread& thread) {
  if (&thread == &rt.scheduler.current()) return;
  rt.scheduler.join(thread, nullptr);
  thread.joined = true;
  for (std::uint32_t nth = 0; nth < thread.children; ++nth) join_family(rt, rt.scheduler.child(thread, nth));
}

// Ends a program whose main ended with pthread_exit. The name is shown.
void* last_thread(void* /*unused*/) {
  Runtime& rt = runtime();
  join_family(rt, *rt.scheduler.find(ThreadId(0)));
  if (rt.scheduler.is_alone()) rt.quiet.begin();
  end_program(0, ExitHandlers::kProcess);
}

}  // namespace

void end_program_at_once(int code) {
  Runtime& rt = runtime();
  code &= 0xff;  // the part that the system keeps
  rt.run.exit_code = code;
  if (code != 0 && rt.process.attached) fail(trace::FailureKind::kExitCode, nullptr, "exit code %d", code);
  rt.scheduler.end_program(nullptr);
}

void end_program(int code, std::int32_t handlers) {
  Runtime& rt = runtime();
  const heddle_place* const place = __heddle_place;
  if (handlers == ExitHandlers::kProcess)
    rt.exit_handlers.call(static_cast<std::int32_t>(rt.scheduler.current().id.value), code);
  if (has_handlers(rt)) become_the_one_that_ends(rt);
  rt.exit_handlers.call(handlers, code);
  __heddle_place = place;
  end_program_at_once(code);
}

void main_has_ended() {
  Runtime& rt = runtime();
  if (!has_handlers(rt)) return;
  if (rt.quiet.alone() || rt.exit_handlers.ending() == rt.scheduler.current().id)
    end_program(0, ExitHandlers::kProcess);
  rt.scheduler.create(last_thread, nullptr, nullptr, nullptr, true);
}

bool add_exit_handler(const ExitHandlers::Handler& handler) {
  Runtime& rt = runtime();
  ExitHandlers& handlers = rt.exit_handlers;
  if (!rt.scheduler.running() || rt.quiet.alone() || handlers.ending() == rt.scheduler.current().id)
    return handlers.add(handler);
  if (!handlers_are_shared(rt))
    rt.cells.found(reinterpret_cast<std::uint64_t>(&handlers.shared()), sizeof handlers.shared());
  rt.symbolic.not_followed("the order in which threads register functions for the end of the program");
  lock_handlers(rt);
  const bool too_late = handlers.ending().valid();
  if (too_late) report_uncontrolled("atexit while another thread ends the program, which fails here", nullptr);
  const bool added = !too_late && handlers.add(handler);
  unlock_handlers(rt);
  return added;
}

}  // namespace heddle::runtime
