#pragma once

#include <cstdint>

namespace heddle::runtime {

// What the program wants to be called when it ends (atexit, destructors of static objects) and when its threads end
// (destructors of thread-local objects). Called by Heddle at the end of every run, not by the C library. Owned by the
// runtime.
class ExitHandlers {
 public:
  static constexpr std::uint32_t kMaxHandlers = 16384;

  struct Handler {
    void (*function)(void*) = nullptr;
    void* argument = nullptr;
    std::int32_t thread = kProcess;
    bool called = false;  // in this run
  };
  static constexpr std::int32_t kProcess = -1;

  void init();
  // False if there is no room.
  bool add(const Handler& handler);
  // Those that exist now survive the end of a run: constructors of globals have registered them.
  void mark() { marked_ = count_; }
  void start_run();
  // Nothing is called any more in this run.
  void forget() { count_ = 0; }
  bool empty() const { return count_ == 0; }
  // Calls those of the process, or of one thread, last registered first, each once.
  void call(std::int32_t thread);

 private:
  Handler* handlers_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t marked_ = 0;
  std::uint32_t of_threads_ = 0;  // registered in this run
};

}  // namespace heddle::runtime
