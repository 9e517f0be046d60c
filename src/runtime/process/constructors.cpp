#include "runtime/process/constructors.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/names/external.h"
#include "runtime/process/driver.h"
#include "runtime/process/exit_handlers.h"
#include "runtime/sys/real.h"

// NOLINTBEGIN(bugprone-reserved-identifier): the linker gives the names.
extern "C" {
extern const heddle::runtime::Constructors::Function __init_array_start[] __attribute__((visibility("hidden")));
extern const heddle::runtime::Constructors::Function __init_array_end[] __attribute__((visibility("hidden")));
extern void (*const __fini_array_start[])() __attribute__((visibility("hidden")));
extern void (*const __fini_array_end[])() __attribute__((visibility("hidden")));
}
// NOLINTEND(bugprone-reserved-identifier)

namespace heddle::runtime {

namespace {

void call_destructor(void* function) { reinterpret_cast<void (*)()>(function)(); }

// Handlers are called in reverse order, and so are these, after all others. Not the C library's own.
void register_destructors(ExitHandlers& handlers) {
  for (auto* function = __fini_array_start; function != __fini_array_end; ++function) {
    auto* const address = reinterpret_cast<void*>(*function);
    if (find_function(address).instrumented) handlers.add({.function = call_destructor, .argument = address});
  }
}

long size_of_output() { return lseek(STDOUT_FILENO, 0, SEEK_CUR); }

// Runs after the constructors of all modules that register them with the runtime, and before all others.
void first_constructor(int argc, char** argv, char** envp) {
  Runtime& rt = runtime();
  register_destructors(rt.exit_handlers);
  rt.constructors.find(first_constructor);
  if (!rt.process.attached || rt.channel->settings.constructors) begin_program(argc, argv, envp);
  rt.constructors.begin();
}

[[gnu::used, gnu::section(".init_array.00001")]] const Constructors::Function kFirst = first_constructor;

}  // namespace

void Constructors::find(Function first) {
  next_ = std::find(__init_array_start, __init_array_end, first) + 1;
  end_ = __init_array_end;
}

void Constructors::begin() {
  next_ = end_;
  running_ = true;
  written_before_ = size_of_output();
  runtime().channel->constructing = true;
}

void Constructors::call(int argc, char** argv, char** envp) const {
  for (const Function* function = next_; function != end_; ++function) (*function)(argc, argv, envp);
}

void Constructors::have_ended() {
  const bool has_written = stdout->_IO_write_ptr != stdout->_IO_write_base || size_of_output() != written_before_;
  if (holds_lock_ || has_written) belongs_to_run();
  runtime().channel->constructing = false;
  running_ = false;
}

void Constructors::belongs_to_run() const {
  if (!running_) return;
  for (;;) real_syscall(SYS_exit_group, 0);
}

int Constructors::lock() {
  if (holds_lock_) belongs_to_run();
  holds_lock_ = running_;
  return 0;
}

int Constructors::unlock() {
  if (!holds_lock_) belongs_to_run();
  holds_lock_ = false;
  return 0;
}

}  // namespace heddle::runtime
