#pragma once

namespace heddle::runtime {

// The name of a C library function that exists in several versions, one of which is chosen for this machine when the
// program starts: the chosen one has no name in the library. Null if it is not one of these.
const char* name_of_chosen(const void* function);

}  // namespace heddle::runtime
