#pragma once

#include <climits>
#include <cstddef>

// What the kernel knows about descriptors and paths, queried without the C library, whose functions may be ours.

namespace heddle::runtime {

// The system's name for a descriptor; an empty text if there is none.
void read_link(int descriptor, char* to, std::size_t size);

// The absolute path without links. `last`: resolve the last part, too, if it is a link? Returns false if it is too
// long.
bool absolute_path(int directory, const char* path, bool last, char (&to)[PATH_MAX]);

// Can the descriptor be read from (POLLIN) or written to (POLLOUT) without waiting?
bool is_ready(int descriptor, short events);

}  // namespace heddle::runtime
