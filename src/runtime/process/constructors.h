#pragma once

// The program's functions that run before main and after its end: constructors and destructors of static objects, and C
// functions with such an attribute.
//
// Usually constructors run once, called by the C library, and every run begins with what they have left. One that does
// something that belongs to a run (starts a thread, takes an input, keeps a lock, writes to the standard output,
// changes files, fails, ends the program) ends the process instead, and the explorer starts one in which they are part
// of every run, called by its first thread before main (Settings::constructors). A program that was started by hand has
// one run, and they belong to it. Constructors of shared libraries are called by the dynamic linker; they never belong
// to a run.

namespace heddle::runtime {

class Constructors {
 public:
  static constexpr bool kOutlivesRuns = true;  // they run once, or again in every run

  using Function = void (*)(int, char**, char**);

  // Those of the executable after this one have not been called.
  void find(Function first);
  // The C library is about to call them.
  void begin();
  // Before main: calls those that nobody else calls.
  void call(int argc, char** argv, char** envp) const;
  // Main begins, and the C library has called all of them.
  void have_ended();

  // What happens now belongs to a run. Does not return if a constructor of the program does it.
  void belongs_to_run() const;
  // A lock is taken or released outside a run: this does not matter if one constructor at a time does both. The result
  // is that of the call.
  int lock();
  int unlock();

 private:
  const Function* next_ = nullptr;
  const Function* end_ = nullptr;
  bool running_ = false;
  bool holds_lock_ = false;
  long written_before_ = 0;  // the size of the file that is the standard output; in a debugger that may be any file
};

}  // namespace heddle::runtime
