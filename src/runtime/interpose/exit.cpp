#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

#include "runtime/anchor.h"
#include "runtime/external.h"
#include "runtime/failures.h"
#include "runtime/real.h"

// The ways in which a program or one of its threads ends.

namespace heddle::runtime {

namespace {

// The program has ended with this code. Other threads run on: the process could have lived so long.
[[noreturn]] void end_program(int code) {
  Runtime& rt = runtime();
  rt.exit_code = code;
  rt.exit_handlers.call(static_cast<std::int32_t>(rt.scheduler.current().id.value));
  if (code != 0 && rt.attached) fail(trace::FailureKind::kExitCode, nullptr, "exit code %d", code);
  rt.scheduler.end_program(nullptr);
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::ExitHandlers;
using heddle::runtime::fail;
using heddle::runtime::runtime;
using heddle::trace::FailureKind;

extern "C" {

void exit(int code) {
  if (runtime().scheduler.running()) heddle::runtime::end_program(code);
  if (runtime().closing) runtime().leave_closing();
  _exit(code);
}

void _exit(int code) {
  if (heddle::runtime::anchor != nullptr && runtime().scheduler.running()) {
    runtime().exit_handlers.forget();
    heddle::runtime::end_program(code);
  }
  for (;;) heddle::runtime::real_syscall(SYS_exit_group, code);
}
void _Exit(int code) { _exit(code); }
void quick_exit(int code) { _exit(code); }

void abort(void) {
  if (runtime().in_program()) fail(FailureKind::kAbort, nullptr, "%s", "");
  for (;;) heddle::runtime::real_syscall(SYS_exit_group, 134);
}

void __assert_fail(const char* assertion, const char* file, unsigned line, const char* function) {
  if (!runtime().in_program()) {
    fail(FailureKind::kAssertion, nullptr, "%s at %s:%u in %s", assertion, file, line, function);
  }
  fail(FailureKind::kAssertion, nullptr, "%s", assertion);
}

// What libraries want to do when the process ends is not the program's: they outlive its runs.
int __cxa_atexit(void (*function)(void*), void* argument, void* module) {
  if (module != nullptr && heddle::runtime::is_in_library(module)) return 0;
  return runtime().exit_handlers.add({function, argument, ExitHandlers::kProcess}) ? 0 : -1;
}

int atexit(void (*function)(void)) {
  return __cxa_atexit([](void* f) { reinterpret_cast<void (*)(void)>(f)(); }, reinterpret_cast<void*>(function),
                      nullptr);
}

int __cxa_thread_atexit(void (*function)(void*), void* argument, void* /*module*/) {
  const auto thread = static_cast<std::int32_t>(runtime().current_thread().value);
  return runtime().exit_handlers.add({function, argument, thread}) ? 0 : -1;
}
int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* module) {
  return __cxa_thread_atexit(function, argument, module);
}
}
