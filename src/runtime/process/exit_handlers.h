#pragma once

#include <cstdint>

#include "trace/ids.h"

namespace heddle::runtime {

// What the program wants to have called when it ends (atexit, at_quick_exit, destructors of static objects) and when
// its threads end (destructors of thread-local objects). Called by the thread that ends, as part of it, not by the C
// library: program_end.h. Owned by the runtime.
class ExitHandlers {
 public:
  static constexpr std::uint32_t kMaxHandlers = 16384;

  // Whose end a handler waits for: that of a thread, by its number, or
  static constexpr std::int32_t kProcess = -1;
  static constexpr std::int32_t kQuickExit = -2;

  struct Handler {
    void (*function)(void*) = nullptr;
    void* argument = nullptr;
    std::int32_t of = kProcess;
    bool foreign = false;                          // a library function: it takes no steps
    void (*with_code)(int code, void*) = nullptr;  // on_exit; used instead of `function`
    bool called = false;                           // in this run
  };

  void init();
  // False if there is no room.
  bool add(const Handler& handler);
  // The existing ones survive the end of a run: constructors of globals registered them.
  void mark() {
    marked_ = count_;
    marked_own_ = own_;
  }
  void put_back();
  // Does the program have handlers of its own for the end of the process?
  bool has_own() const { return own_ != 0; }
  // Calls those of the process, or of one thread, in reverse order of registration, each once.
  void call(std::int32_t of, int code);

  // The thread that ends the program; none until one does. Calls of exit wait for each other.
  trace::ThreadId ending() const { return ending_; }
  void set_ending(trace::ThreadId thread) { ending_ = thread; }

  // Represents the fact that threads register handlers while others run: a cell that then becomes visible.
  const bool& shared() const { return shared_; }

 private:
  Handler* handlers_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t marked_ = 0;
  std::uint32_t own_ = 0;
  std::uint32_t marked_own_ = 0;
  std::uint32_t of_threads_ = 0;  // registered in this run
  trace::ThreadId ending_;
  bool shared_ = false;
};

}  // namespace heddle::runtime
