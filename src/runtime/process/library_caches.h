#pragma once

namespace heddle::runtime {

// Fills what the C++ library computes when it is first needed and keeps in memory that all threads share, without a
// lock: two threads that need it at once write the same values, which is a race in the library, not in the program.
void fill_library_caches();

}  // namespace heddle::runtime
