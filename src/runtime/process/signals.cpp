#include "runtime/process/signals.h"

#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/sanitizer_traps.h"
#include "runtime/memory/map_pages.h"
#include "runtime/sys/die.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kStack = 64 << 10;
// Above the first frame: code that takes it for a frame of the interrupted stack finds zeros.
constexpr std::size_t kRoom = 256;
constexpr std::uint32_t kMaxFalls = 2 * trace::kMaxThreads;

trace::FailureKind failure_of(int signal) {
  switch (signal) {
    case SIGSEGV: return trace::FailureKind::kSegmentationFault;
    case SIGBUS: return trace::FailureKind::kBusError;
    case SIGFPE: return trace::FailureKind::kDivisionByZero;
    case SIGILL: return trace::FailureKind::kIllegalInstruction;
    default: return trace::FailureKind::kAbort;
  }
}

// Makes the interrupted thread call fall(kind, address) on a separate stack, as if it had done so itself: its own stack
// may be used up. It never returns to what it was doing.
void divert(ucontext_t& context, void (*fall)(int, std::uintptr_t), int signal, std::uintptr_t address) {
  char* const stack = runtime().process.fault_stacks + runtime().current_thread().index() * kStack;
  auto top = reinterpret_cast<std::uintptr_t>(stack + kStack) & ~std::uintptr_t{15};
  // As after a call, so that debuggers see what led here.
  top -= kRoom + 8;
  *reinterpret_cast<greg_t*>(top) = context.uc_mcontext.gregs[REG_RIP] + 1;
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top);
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(fall);
  context.uc_mcontext.gregs[REG_RDI] = signal;
  context.uc_mcontext.gregs[REG_RSI] = static_cast<greg_t>(address);
}

// Instead of an address.
constexpr std::uintptr_t kSent = ~std::uintptr_t{0};

// In the interrupted thread.
void fall(int signal, std::uintptr_t address) {
  Runtime& rt = runtime();
  if (signal == SIGALRM) {
    rt.slot->ran_out_of_patience = true;
    rt.scheduler.stop(Stop::kEndless, nullptr);
  }
  trace::FailureKind kind = failure_of(signal);
  if (signal == SIGSEGV && rt.scheduler.current().fiber.in_guard(address)) kind = trace::FailureKind::kStackOverflow;
  const heddle_place* const place = rt.quiet.place_of_fault(address);
  if (address == kSent) fail(kind, place, "%s", "the program sent itself the signal");
  if (kind == trace::FailureKind::kSegmentationFault) {
    fail(kind, place, "access to address %#lx", static_cast<unsigned long>(address));
  }
  if (kind == trace::FailureKind::kIllegalInstruction) {
    const SanitizerTrap trap = sanitizer_trap(address);
    fail(trap.kind, place, "%s", trap.what);
  }
  fail(kind, place, "%s", "");
}

void handle(int signal, siginfo_t* info, void* context) {
  Runtime* const rt = anchor;
  // One that the program has sent itself has no address: what is there instead differs from process to process.
  const bool is_sent = info->si_code <= 0;
  const std::uintptr_t address = is_sent ? kSent : reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (rt == nullptr) _exit(128 + signal);
  if (signal == SIGSEGV && rt->snapshot.on_fault(address)) return;
  // The explorer has run out of patience. If the run is that of a child, the child learns of it.
  if (signal == SIGALRM && rt->process.child != 0) ::kill(rt->process.child, SIGALRM);
  if (signal == SIGALRM && (!rt->scheduler.running() || rt->checkpoint.is_kept())) return;
  // Fault upon fault: the program has destroyed what the runtime needs.
  if (!rt->in_program() || ++rt->run.falls > kMaxFalls) {
    die("signal %d at address %#lx, outside of the program", signal, static_cast<unsigned long>(address));
  }
  divert(*static_cast<ucontext_t*>(context), fall, signal, address);
}

}  // namespace

void install_signal_handlers() {
  Runtime& rt = runtime();
  rt.process.fault_stacks = map_pages<char>(kStack * trace::kMaxThreads);
  stack_t alternative{};
  alternative.ss_sp = map_pages<char>(kStack);
  alternative.ss_size = kStack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM})
    sigaction(signal, &action, nullptr);
}

}  // namespace heddle::runtime
