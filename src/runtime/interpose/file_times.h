#pragma once

#include <sys/stat.h>

namespace heddle::runtime {

// What the program gets to know of a file. The times of one that has changed since the start are those of the real
// clock, which nobody controls: the verdict says so.
void note_times(const struct stat& file);

}  // namespace heddle::runtime
