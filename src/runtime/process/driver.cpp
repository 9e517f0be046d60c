#include "runtime/process/driver.h"

#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/names/external.h"
#include "runtime/process/library_caches.h"
#include "runtime/process/output.h"
#include "runtime/process/signals.h"
#include "runtime/process/terminate.h"
#include "runtime/schedule/thread_entry.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"
#include "runtime/sys/text_buffer.h"

// The call sites of the executable that have been examined (see __heddle_external).
extern "C" {
extern char __start_heddle_sites[] __attribute__((weak, visibility("hidden")));
extern char __stop_heddle_sites[] __attribute__((weak, visibility("hidden")));
}

namespace heddle::runtime {

namespace {

// Part of struct pthread, in which the C library keeps what belongs to a thread.
constexpr std::size_t kThreadHeader = 768;

// After the arguments that the program was started with: texts of inputs, each followed by a zero byte.
char** with_symbolic_arguments(Runtime& rt) {
  const abi::Settings& settings = rt.channel->settings;
  const auto given = static_cast<std::uint32_t>(rt.process.argc);
  auto** const all = static_cast<char**>(std::calloc(given + settings.symbolic_arguments + 1, sizeof(char*)));
  std::copy(rt.process.argv, rt.process.argv + given, all);
  for (std::uint32_t i = 0; i < settings.symbolic_arguments; ++i) {
    const std::uint32_t size = settings.symbolic_argument_sizes[i];
    all[given + i] = static_cast<char*>(std::calloc(size + 1, 1));
    TextBuffer name;
    name.add("argv[%u]", given + i);
    __heddle_sym_input(all[given + i], size, name.text(), "1", nullptr);
  }
  return all;
}

// Texts that the program may write to, in memory that is restored after each run.
char** copies(char** texts) {
  std::size_t count = 0;
  while (texts[count] != nullptr) ++count;
  auto** const result = static_cast<char**>(std::calloc(count + 1, sizeof(char*)));
  for (std::size_t i = 0; i < count; ++i) result[i] = ::strdup(texts[i]);
  return result;
}

// The first thread of the program.
void main_entry(void* /*thread*/) {
  Runtime& rt = runtime();
  const std::uint32_t more = rt.channel->settings.symbolic_arguments;
  char** const arguments = more == 0 ? rt.process.argv : with_symbolic_arguments(rt);
  const int count = rt.process.argc + static_cast<int>(more);
  rt.constructors.call(count, arguments, rt.process.envp);
  const int code = __heddle_user_main(count, arguments, rt.process.envp);
  std::exit(code);
}

// A process that the program created has ended.
[[noreturn]] void end_child(Runtime& rt) {
  constexpr int kAborted = 134;
  std::fflush(nullptr);
  _exit(rt.slot->failures_size != 0 ? kAborted : rt.run.exit_code);
}

// False if the run was abandoned.
bool run_once(Runtime& rt) {
  abi::Slot& slot = *rt.slot;
  slot.overflow = 0;
  slot.ran_out_of_patience = false;
  slot.found_cells_size = 0;
  rt.start_run();
  const bool has_ended = rt.scheduler.run(slot, main_entry);
  if (rt.process.is_child) end_child(rt);
  rt.moment.end();
  rt.quiet.end_run();
  if (!has_ended) return false;
  if (rt.channel->has_shadows) rt.edges.end_run(slot);
  if (rt.heap.exhausted()) slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kHeap);
  if (rt.races.exhausted()) slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kRaces);
  Output::finish(slot);
  return true;
}

// One process per run, for programs that change things that cannot be restored in place.
void run_in_child(Runtime& rt) {
  // What the last child knew.
  rt.locations.learn();
  rt.accesses.learn();
  rt.scheduler.prepare_threads();
  const long parent = real_syscall(SYS_getpid);
  const pid_t child = fork();
  if (child < 0) die("cannot fork: %d", errno);
  if (child == 0) {
    rt.process.child = 0;
    real_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (real_syscall(SYS_getppid) != parent) _exit(1);  // it died before
    run_once(rt);
    _exit(0);
  }
  rt.process.child = child;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  rt.process.child = 0;
  rt.journal.put_back();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  add_failure({.kind = trace::FailureKind::kDied, .thread = rt.slot->running, .place = trace::PlaceId(0)});
  rt.slot->outcome = trace::Outcome::kFailed;
}

// Sixteen bytes from the kernel, which the program may look at (getauxval).
void fix_random_bytes() {
  constexpr std::size_t kBytes = 16;
  if (auto* const bytes = reinterpret_cast<char*>(getauxval(AT_RANDOM)); bytes != nullptr)
    std::fill_n(bytes, kBytes, 1);
}

// Before the first run; the same for all, since it allocates.
void prepare(Runtime& rt) {
  fix_random_bytes();
  timespec now{};
  real_syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &now);
  rt.process.started = now.tv_sec;
  install_signal_handlers();
  install_terminate_handler();
  rt.scheduler.prepare_threads();
  rt.process.argv = copies(rt.process.argv);
  environ = rt.process.envp = copies(rt.process.envp);
  rt.journal.map();
}

// Every run begins with what the program has done so far.
void mark(Runtime& rt) {
  std::fflush(stdout);
  rt.mark();
}

void take_snapshot(Runtime& rt) {
  mark(rt);
  rt.snapshot.add_modules();
  rt.snapshot.exclude(reinterpret_cast<std::uintptr_t>(__start_heddle_sites),
                      reinterpret_cast<std::uintptr_t>(__stop_heddle_sites));
  for (std::size_t t = 0; t < trace::kMaxThreads; ++t) {
    const trace::ThreadId id(t);
    const std::uintptr_t begin = Heap::arena_begin(id);
    if (const std::size_t size = rt.heap.marked_size(id); size != 0) rt.snapshot.add_region(begin, begin + size);
  }
  const Fiber& runner = rt.scheduler.runner();
  const auto locals_end = reinterpret_cast<std::uintptr_t>(runner.tls_end());
  rt.snapshot.add_region(reinterpret_cast<std::uintptr_t>(runner.tls_begin()), locals_end);
  // What the C library keeps for main (the text of strerror), without what belongs to the dynamic linker, before it,
  // and to the kernel, after it.
  if (__rseq_offset > 0) rt.snapshot.add_region(locals_end + kThreadHeader, locals_end + __rseq_offset);
  rt.snapshot.take();
}

[[noreturn]] void debug(Runtime& rt) {
  real_syscall(SYS_prctl, PR_SET_NAME, "main");  // worker#1 and the like get theirs from the explorer
  const int terminal = Output::divert();
  prepare(rt);
  if (rt.channel->settings.isolation == abi::Isolation::kReset) mark(rt);  // addresses depend on it
  run_once(rt);
  rt.journal.put_back();
  Output::show(*rt.slot, terminal);
  dprintf(terminal, "heddle: the run has ended: %s\n", trace::name(rt.slot->outcome).data());
  _exit(rt.run.exit_code);
}

// False if there is no answer: the run was abandoned, and another test is next.
bool run_test(Runtime& rt, bool forks) {
  if (forks) {
    run_in_child(rt);
    return true;
  }
  for (std::uint32_t again = rt.channel->repeat;; --again) {
    rt.checkpoint.start_run(*rt.channel);
    const bool has_ended = run_once(rt);
    if (rt.checkpoint.is_in_child()) rt.checkpoint.end_copy();
    rt.put_back();
    rt.checkpoint.end_run();
    if (!has_ended) return false;
    if (again == 0) return true;
  }
}

[[noreturn]] void serve(Runtime& rt) {
  abi::Channel& channel = *rt.channel;
  channel.load_address = load_address();
  Output::prepare();
  prepare(rt);
  const bool forks = channel.settings.isolation == abi::Isolation::kFork;
  if (forks) {
    rt.snapshot.add_modules();  // so that it is known what is writable
  } else {
    take_snapshot(rt);
  }
  rt.tests.be_ready(rt);
  for (;;) {
    rt.tests.next(rt);
    if (run_test(rt, forks)) rt.tests.answer(rt);
  }
}

[[noreturn]] void run_alone(Runtime& rt) {
  install_signal_handlers();
  install_terminate_handler();
  rt.snapshot.add_modules();
  run_once(rt);
  for (std::uint32_t i = 0; i < rt.slot->failures_size; ++i) {
    const abi::FailureRecord& failure = rt.slot->failures[i];
    if (failure.kind == trace::FailureKind::kExitCode) continue;
    const char* const note = failure.note == 0 ? "" : rt.channel->texts + rt.channel->notes[failure.note - 1];
    std::fprintf(stderr, "heddle: %s %s\n", trace::name(failure.kind).data(), note);
  }
  std::fflush(stdout);
  if (rt.slot->outcome == trace::Outcome::kDeadlock) std::fputs("heddle: deadlock\n", stderr);
  if (rt.run.exit_code != 0) _exit(rt.run.exit_code);
  _exit(rt.slot->failures_size != 0 || rt.slot->outcome == trace::Outcome::kDeadlock ? 134 : 0);
}

}  // namespace

void begin_program(int argc, char** argv, char** envp) {
  fill_library_caches();
  Runtime& rt = runtime();
  rt.process.argc = argc;
  rt.process.argv = argv;
  rt.process.envp = envp;
  if (!rt.process.attached) run_alone(rt);
  if (rt.channel->settings.os_threads) debug(rt);
  serve(rt);
}

}  // namespace heddle::runtime
