#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/names/external.h"
#include "runtime/process/program_end.h"
#include "runtime/sys/real.h"

// The ways in which a program or one of its threads ends.

using heddle::runtime::add_exit_handler;
using heddle::runtime::ExitHandlers;
using heddle::runtime::fail;
using heddle::runtime::runtime;
using heddle::trace::FailureKind;

namespace {
void call_function(void* function) { reinterpret_cast<void (*)()>(function)(); }
}  // namespace

extern "C" {

void exit(int code) {
  heddle::runtime::decide_exit_code(reinterpret_cast<const void*>(exit), code);
  if (runtime().scheduler.running()) heddle::runtime::end_program(code, ExitHandlers::kProcess);
  _exit(code);
}

void _exit(int code) {
  const bool in_run =
      heddle::runtime::anchor != nullptr && runtime().scheduler.running() && !runtime().process.is_child;
  if (in_run) {
    heddle::runtime::decide_exit_code(reinterpret_cast<const void*>(_exit), code);
    heddle::runtime::end_program_at_once(code);
  }
  for (;;) heddle::runtime::real_syscall(SYS_exit_group, code);
}
void _Exit(int code) {
  heddle::runtime::decide_exit_code(reinterpret_cast<const void*>(_Exit), code);
  _exit(code);
}
void quick_exit(int code) {
  heddle::runtime::decide_exit_code(reinterpret_cast<const void*>(quick_exit), code);
  if (runtime().scheduler.running()) heddle::runtime::end_program(code, ExitHandlers::kQuickExit);
  _exit(code);
}

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

// What libraries want to do when the process ends is not part of the program: they outlive its runs.
int __cxa_atexit(void (*function)(void*), void* argument, void* module) {
  if (module != nullptr && heddle::runtime::is_in_library(module)) return 0;
  const bool foreign = heddle::runtime::is_in_library(reinterpret_cast<void*>(function));
  return add_exit_handler({.function = function, .argument = argument, .foreign = foreign}) ? 0 : -1;
}
int atexit(void (*function)(void)) {
  return add_exit_handler({.function = call_function, .argument = reinterpret_cast<void*>(function)}) ? 0 : -1;
}
int on_exit(void (*function)(int, void*), void* argument) {
  // The exit code that it receives has no expression.
  if (runtime().channel->has_shadows) heddle::runtime::report_uncontrolled("on_exit", nullptr);
  return add_exit_handler({.argument = argument, .with_code = function}) ? 0 : -1;
}

int __cxa_thread_atexit(void (*function)(void*), void* argument, void* /*module*/) {
  const auto thread = static_cast<std::int32_t>(runtime().current_thread().value);
  return runtime().exit_handlers.add({.function = function, .argument = argument, .of = thread}) ? 0 : -1;
}
int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* module) {
  return __cxa_thread_atexit(function, argument, module);
}
}

// The C library declares it for C++, with its C name.
int at_quick_exit(void (*function)(void)) noexcept {
  return add_exit_handler(
             {.function = call_function, .argument = reinterpret_cast<void*>(function), .of = ExitHandlers::kQuickExit})
             ? 0
             : -1;
}
