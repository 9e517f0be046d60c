// Wraps the C++ library's own file of this name in programs compiled with Heddle. That file says which templates
// (streams, facets, strings) are already in the library and are not compiled with the program. Here: none, so that what
// they do to memory is seen.
#include_next <bits/c++config.h>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
