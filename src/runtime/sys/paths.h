#pragma once

#include <climits>
#include <cstddef>

// What the kernel knows about descriptors and paths, asked without the C library, whose functions may be ours.

namespace heddle::runtime {

// What the system calls a descriptor; an empty text if there is none.
void read_link(int descriptor, char* to, std::size_t size);

// The absolute path without links. `last`: also if the last part is a link? Returns false if it is too long.
bool absolute_path(int directory, const char* path, bool last, char (&to)[PATH_MAX]);

// May somebody read from the descriptor (POLLIN) or write to it (POLLOUT) without waiting?
bool is_ready(int descriptor, short events);

}  // namespace heddle::runtime
