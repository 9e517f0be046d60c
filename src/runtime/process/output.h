#pragma once

#include "abi/channel.h"

namespace heddle::runtime {

// What the program writes to its standard output and error. The explorer has put an in-memory file behind both
// descriptors; each run begins with an empty one. Owned by the runtime.
class Output {
 public:
  static void prepare();
  // Writes out what the C library still buffers, and tells the explorer how much there is.
  static void finish(abi::Slot& slot);
  static void put_back();

  // For a run in a debugger: what the program reads and writes is as it was when the bug was found, or else its heap
  // would differ. Its input is empty, its output a file. Returns a descriptor for what was its output.
  static int divert();
  // Writes what is in that file to the descriptor.
  static void show(const abi::Slot& slot, int descriptor);
};

}  // namespace heddle::runtime
