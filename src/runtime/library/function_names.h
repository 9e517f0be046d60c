#pragma once

namespace heddle::runtime {

// The name of a function of the C library of which there are several versions, chosen for this machine when the program
// starts: the one that was chosen has no name in the library. Null if it is none of them.
const char* name_of_chosen(const void* function);

}  // namespace heddle::runtime
