#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/signal_state.h"

namespace heddle::runtime {

// What one thread of the tested program runs on: its own stack, execution context and thread pointer, so that
// thread-local variables, errno and the exceptions in flight of every library belong to the thread without anybody
// saving them. A switch costs a few nanoseconds.
//
// The fiber of the runtime itself, which runs between the threads, and that of `main` use the thread pointer of the
// process. Owned by the scheduler; its stack and thread-local memory stay mapped from run to run.
class Fiber {
 public:
  using Entry = void (*)(void* argument);

  // Becomes the fiber that is running when this is called.
  void adopt();

  // Prepares a fiber whose stack is the memory [stack, stack + size), with its lowest page as a guard. `tls`: where its
  // thread-local memory goes (kTlsStride bytes); null if it uses that of the process. Called once, before the first
  // start().
  void prepare(char* stack, std::size_t size, char* tls);
  bool prepared() const { return stack_ != nullptr; }
  // Its thread-local memory below the thread pointer, to the extent that the program and its libraries use it.
  char* tls_begin() const { return static_cast<char*>(thread_pointer_) - tls_size_; }
  char* tls_end() const { return static_cast<char*>(thread_pointer_); }

  // The size of its stack from the next start() on; its top stays where it is.
  void resize(std::size_t size);

  // Either all fibers have a carrier, or none has: then they share the operating-system thread on which they are
  // running.
  void carry_by(Carrier& carrier) { carrier_ = &carrier; }

  // The next switch to this fiber calls entry(argument), which never returns. Thread-local variables have their initial
  // values again.
  void start(Entry entry, void* argument);

  // Continues with `to` until somebody switches back to `from`, which is running.
  static void switch_to(Fiber& from, Fiber& to);
  // The same within one carrier, ignoring places and thread-local memory.
  static void jump(Fiber& from, Fiber& to);

  // Calls a C library function with the thread pointer of this fiber, on the current stack.
  int call(int (*function)()) const;

  SignalState& signals() { return signals_; }
  bool in_guard(std::uintptr_t address) const;
  char* stack() const { return stack_; }
  std::size_t stack_size() const { return size_; }
  bool on_stack(std::uintptr_t address) const {
    return address >= reinterpret_cast<std::uintptr_t>(stack_) &&
           address < reinterpret_cast<std::uintptr_t>(stack_) + size_;
  }

 private:
  void* context_ = nullptr;         // of Boost.Context, while it is not running
  void* thread_pointer_ = nullptr;  // what the register fs points to
  Carrier* carrier_ = nullptr;
  const heddle_place* place_ = nullptr;
  char* stack_ = nullptr;
  std::size_t size_ = 0;
  std::size_t mapped_ = 0;     // how much of the stack exists, from its top
  char* tls_image_ = nullptr;  // what the thread-local memory of a new thread contains; null if it is not its own
  std::size_t tls_size_ = 0;   // the part below the thread pointer
  bool fast_ = false;          // can the thread pointer be set without a system call?
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  SignalState signals_;

  static void run(void* self);
};

}  // namespace heddle::runtime
