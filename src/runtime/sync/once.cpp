#include <pthread.h>
#include <threads.h>

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/names/external.h"
#include "runtime/sync/objects.h"

// What happens once: pthread_once, call_once, and the initialisation of static local variables. A flag in the program's
// memory, read atomically, says that it is done; the first thread does it while holding a lock that the others wait
// for. This file is compiled with exceptions: one that the function throws passes through here, and the next thread
// tries again.

namespace heddle::runtime {

namespace {

using trace::OpKind;

constexpr int kDone = 2;  // as in the C library; 0 is the initial value

// The lock that belongs to a flag.
class OnceLock {
 public:
  explicit OnceLock(const void* flag) : location_(runtime().locations.of(abi::LocationKind::kOnce, flag)) {
    runtime().scheduler.step(OpKind::kLock, location_, nullptr);
  }
  ~OnceLock() { runtime().scheduler.step(OpKind::kUnlock, location_, nullptr); }
  OnceLock(const OnceLock&) = delete;
  OnceLock& operator=(const OnceLock&) = delete;

 private:
  trace::LocationId location_;
};

// Does the word have this value? It is read atomically, and decided.
template <class T>
bool has(T* word, T value) {
  __heddle_atomic_load(word, sizeof *word, HEDDLE_ACQUIRE, nullptr);
  runtime().symbolic.decide_read(reinterpret_cast<std::uintptr_t>(word), sizeof *word);
  return *word == value;
}

// The same under the lock. Only threads that hold the lock change the word: its value is known from the order of the
// lock, unless reads are variables.
template <class T>
bool has_now(T* word, T value) {
  return runtime().symbolic.reads_are_variables() ? has(word, value) : *word == value;
}

// Libraries that are not instrumented check their flags themselves, unseen; so there are no switches inside them, and
// nothing to order.
bool is_controlled(const void* flag) { return runtime().scheduler.running() && !is_in_library(flag); }

// The guard of a static variable: the first byte says that it is initialised, and is read by the program itself.
struct GuardBytes {
  std::uint8_t done;
  std::uint8_t busy;
};

}  // namespace

void call_once(int* control, void (*function)()) {
  if (!is_controlled(control)) {
    if (*control == kDone) return;
    function();
    *control = kDone;
    return;
  }
  if (has(control, kDone)) return;
  const OnceLock lock(control);
  if (has_now(control, kDone)) return;
  function();
  __heddle_atomic_store(control, sizeof *control, HEDDLE_RELEASE, nullptr);
  *control = kDone;
}

}  // namespace heddle::runtime

using heddle::runtime::GuardBytes;
using heddle::runtime::runtime;
using heddle::trace::OpKind;

extern "C" {

int pthread_once(pthread_once_t* control, void (*function)(void)) {
  heddle::runtime::call_once(control, function);
  return 0;
}

void call_once(once_flag* flag, void (*function)(void)) {
  heddle::runtime::call_once(reinterpret_cast<int*>(flag), function);
}

// 1 if the caller must initialise the variable and then call release or abort.
int __cxa_guard_acquire(std::uint64_t* guard) {
  auto* const bytes = reinterpret_cast<GuardBytes*>(guard);
  if (!heddle::runtime::is_controlled(guard)) return bytes->done == 0 ? 1 : 0;
  const auto location = runtime().locations.of(heddle::abi::LocationKind::kOnce, guard);
  runtime().scheduler.step(OpKind::kLock, location, nullptr);
  if (heddle::runtime::has_now(&bytes->done, std::uint8_t{0})) {
    bytes->busy = 1;
    return 1;
  }
  runtime().scheduler.step(OpKind::kUnlock, location, nullptr);
  return 0;
}

void __cxa_guard_abort(std::uint64_t* guard) {
  reinterpret_cast<GuardBytes*>(guard)->busy = 0;
  if (!heddle::runtime::is_controlled(guard)) return;
  const auto location = runtime().locations.of(heddle::abi::LocationKind::kOnce, guard);
  runtime().scheduler.step(OpKind::kUnlock, location, nullptr);
}

void __cxa_guard_release(std::uint64_t* guard) {
  auto* const bytes = reinterpret_cast<GuardBytes*>(guard);
  if (heddle::runtime::is_controlled(guard)) __heddle_atomic_store(&bytes->done, 1, HEDDLE_RELEASE, nullptr);
  bytes->done = 1;
  __cxa_guard_abort(guard);
}
}
