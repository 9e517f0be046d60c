// Stands in front of the C++ library's own file of this name in programs that are compiled with Heddle. That says which
// templates (streams, facets, strings) are in the library already, and are not compiled with the program. None: what
// they do to memory is seen then.
#include_next <bits/c++config.h>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
