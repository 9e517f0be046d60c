#include "runtime/schedule/fiber.h"

#include <asm/prctl.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/context/detail/fcontext.hpp>
#include <cerrno>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/pages.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace context = boost::context::detail;

namespace {

constexpr std::size_t kPage = 4096;
// What the C library keeps above the thread pointer: its struct pthread, which has 2368 bytes in version 2.36. Nothing
// follows it.
constexpr std::size_t kControlBlock = 3072;
// Blocks farther away were allocated by other means.
constexpr std::size_t kMaxStaticTls = kTlsStride - (std::size_t{1} << 20);
constexpr unsigned long kHasFsGsBase = 2;  // AT_HWCAP2

// Offsets in the control block, fixed by the ABI of x86-64: the block's own address (twice), the stack protector's
// canary, and the key with which the C library hides pointers.
constexpr std::size_t kSelf = 0;
constexpr std::size_t kSelfAgain = 2;
constexpr std::size_t kCanary = 5;
constexpr std::size_t kPointerGuard = 6;

// Does the processor let a program set the register itself? Otherwise it takes a system call, which is ten times
// slower.
bool has_fsgsbase() { return (getauxval(AT_HWCAP2) & kHasFsGsBase) != 0; }

void* thread_pointer() {
  void* pointer = nullptr;
  asm volatile("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

inline void set_thread_pointer(void* pointer, bool fast) {
  if (fast) [[likely]] {
    asm volatile("wrfsbase %0" : : "r"(pointer) : "memory");
  } else {
    real_syscall(SYS_arch_prctl, ARCH_SET_FS, pointer);
  }
}

template <class Function>
Function* symbol(const char* name) {
  void* const found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) die("the C library has no %s: this one is not supported", name);
  return reinterpret_cast<Function*>(found);
}

// The size of the thread-local memory below the thread pointer that the program and its libraries use.
std::size_t tls_size() {
  const auto look = [](dl_phdr_info* info, std::size_t /*size*/, void* data) {
    auto& largest = *static_cast<std::size_t*>(data);
    const auto block = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
    if (block == 0) return 0;
    const std::size_t size = reinterpret_cast<std::uintptr_t>(thread_pointer()) - block;
    const bool is_program = info->dlpi_name[0] == '\0';
    if (size >= kMaxStaticTls && is_program)
      die("the thread-local variables of the program have %zu bytes; at most %zu are supported", size, kMaxStaticTls);
    if (size < kMaxStaticTls && size > largest) largest = size;
    return 0;
  };
  std::size_t largest = 0;
  dl_iterate_phdr(look, &largest);
  return largest;
}

// In memory of our own: the heap's is copied back after every run, which would be wasted here, since every start() does
// that.
void* make_thread_pointer(char* tls) {
  if (map_pages(reinterpret_cast<std::uintptr_t>(tls), kTlsStride) != tls) die("no memory for thread-local variables");
  void* const fresh = symbol<void*(void*)>("_dl_allocate_tls")(tls + kMaxStaticTls);
  if (fresh == nullptr) die("no memory for thread-local variables");
  auto* const words = static_cast<void**>(fresh);
  auto* const own = static_cast<void**>(thread_pointer());
  words[kSelf] = words[kSelfAgain] = fresh;
  words[kCanary] = own[kCanary];
  words[kPointerGuard] = own[kPointerGuard];
  // The tables of <ctype.h> are thread-local.
  void* const before = thread_pointer();
  auto* const init_ctype = symbol<void()>("__ctype_init");
  const bool fast = has_fsgsbase();
  set_thread_pointer(fresh, fast);
  init_ctype();
  set_thread_pointer(before, fast);
  return fresh;
}

// The address of errno differs before and after the switch, which the compiler does not know.
[[gnu::noinline]] int error_number() { return errno; }
[[gnu::noinline]] void set_error_number(int error) { errno = error; }

}  // namespace

void Fiber::adopt() {
  thread_pointer_ = thread_pointer();
  tls_size_ = tls_size();
  fast_ = has_fsgsbase();
}

void Fiber::prepare(char* stack, std::size_t size, char* tls) {
  stack_ = stack;
  size_ = mapped_ = size;
  fast_ = has_fsgsbase();
  if (map_pages(reinterpret_cast<std::uintptr_t>(stack), size) != stack) die("cannot map the stack of a thread");
  mprotect(stack, kPage, PROT_NONE);
  tls_size_ = tls_size();
  if (tls == nullptr) {
    thread_pointer_ = thread_pointer();
    return;
  }
  thread_pointer_ = make_thread_pointer(tls);
  tls_image_ = static_cast<char*>(map_pages(0, tls_size_ + kControlBlock));
  if (tls_image_ == nullptr) die("no memory for thread-local variables");
  std::memcpy(tls_image_, static_cast<char*>(thread_pointer_) - tls_size_, tls_size_ + kControlBlock);
}

void Fiber::resize(std::size_t size) {
  if (size == size_) return;
  char* const top = stack_ + size_;
  if (size > mapped_) {
    char* const more = top - size;
    if (map_pages(reinterpret_cast<std::uintptr_t>(more), size - mapped_) != more)
      die("cannot map a stack of %zu bytes", size);
    mapped_ = size;
  }
  mprotect(stack_, kPage, PROT_READ | PROT_WRITE);
  stack_ = top - size;
  size_ = size;
  mprotect(stack_, kPage, PROT_NONE);
}

void Fiber::start(Entry entry, void* argument) {
  entry_ = entry;
  argument_ = argument;
  place_ = nullptr;
  signals_ = {};
  if (tls_image_ != nullptr)
    std::memcpy(static_cast<char*>(thread_pointer_) - tls_size_, tls_image_, tls_size_ + kControlBlock);
  context_ = context::make_fcontext(stack_ + size_, size_ - kPage, [](context::transfer_t from) {
    auto* const pair = static_cast<Fiber**>(from.data);
    pair[0]->context_ = from.fctx;
    run(pair[1]);
  });
}

// No exception leaves a thread: an uncaught one ends in std::terminate, here.
void Fiber::run(void* self) {
  auto* const fiber = static_cast<Fiber*>(self);
  if (runtime().run.uses_signals) [[unlikely]]
    fiber->signals_.enter();
  fiber->entry_(fiber->argument_);
  die("a thread has come back to where it began");
}

void Fiber::switch_to(Fiber& from, Fiber& to) {
  from.place_ = __heddle_place;
  __heddle_place = to.place_;
  const RunState& run = runtime().run;
  if (run.uses_signals && from.prepared()) [[unlikely]]
    from.signals_.leave();
  if (from.carrier_ != to.carrier_) [[unlikely]] {
    to.carrier_->wake(to);
    Fiber& next = from.carrier_->sleep();
    if (&next != &from) jump(from, next);
  } else {
    set_thread_pointer(to.thread_pointer_, from.fast_);
    jump(from, to);
  }
  if (run.uses_signals && from.prepared()) [[unlikely]]
    from.signals_.enter();
}

void Fiber::jump(Fiber& from, Fiber& to) {
  Fiber* pair[2] = {&from, &to};
  const context::transfer_t back = context::jump_fcontext(to.context_, pair);
  static_cast<Fiber**>(back.data)[0]->context_ = back.fctx;
}

int Fiber::call(int (*function)()) const {
  void* const own = thread_pointer();
  set_thread_pointer(thread_pointer_, fast_);
  const int result = function();
  const int error = error_number();
  set_thread_pointer(own, fast_);
  set_error_number(error);
  return result;
}

bool Fiber::in_guard(std::uintptr_t address) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(stack_);
  return stack_ != nullptr && address >= begin && address < begin + kPage;
}

}  // namespace heddle::runtime
