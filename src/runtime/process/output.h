#pragma once

#include "abi/channel.h"

// What the program writes to its standard output and error. The explorer has put a file in memory behind both
// descriptors; each run begins with an empty one.

namespace heddle::runtime {

void prepare_output();
// Writes out what the C library still holds, and tells the explorer how much there is.
void finish_output(abi::Slot& slot);
void reset_output();

// For a run in a debugger: what the program reads and writes is as it was when the bug was found, or its heap would be
// another one. Its input is empty, its output a file. Returns a descriptor for what was its output.
int divert_output();
// Writes what is in that file to the descriptor.
void show_output(const abi::Slot& slot, int descriptor);

}  // namespace heddle::runtime
