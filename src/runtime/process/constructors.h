#pragma once

// The program's functions that run before main and after its end: constructors and destructors of static objects, and
// what has such an attribute in C.
//
// Mostly constructors run once, as the C library calls them, and every run begins with what they have left. One that
// does what belongs to a run (starts a thread, takes an input, keeps a lock, writes to the standard output, fails, ends
// the program) ends the process instead, and the explorer starts one in which they are a part of every run, called by
// its first thread in front of main (Settings::constructors). A program that was started by hand has one run: they
// belong to it. Constructors of shared libraries are the dynamic linker's; they never belong to a run.

namespace heddle::runtime {

class Constructors {
 public:
  static constexpr bool kOutlivesRuns = true;  // they run once, or in every run anew

  using Function = void (*)(int, char**, char**);

  // Those of the executable behind this one have not been called.
  void find(Function first);
  // The C library calls them from now on.
  void begin();
  // In front of main: calls those that nobody else calls.
  void call(int argc, char** argv, char** envp) const;
  // Main begins, and the C library has called all.
  void have_ended();

  // What happens now belongs to a run. Does not return if a constructor of the program does it.
  void belongs_to_run() const;
  // A lock is taken, or let go, outside of a run: of no interest if one constructor at a time does both. The result is
  // that of the call.
  int lock();
  int unlock();

 private:
  const Function* next_ = nullptr;
  const Function* end_ = nullptr;
  bool running_ = false;
  bool holds_lock_ = false;
  long written_before_ = 0;  // what the file has that is the standard output; in a debugger that may be any
};

}  // namespace heddle::runtime
