#pragma once

#include "abi/channel.h"

// What the program writes to its standard output and error. The explorer has put a file in memory behind both
// descriptors; each run begins with an empty one.

namespace heddle::runtime {

void prepare_output();
// Writes out what the C library still holds, and tells the explorer how much there is.
void finish_output(abi::Channel& channel);
void reset_output();

}  // namespace heddle::runtime
