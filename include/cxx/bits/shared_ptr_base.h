// Wraps the C++ library's own file of this name in programs compiled with Heddle. Releasing a shared object is a single
// decrement here, as in programs for Thread Sanitizer. Otherwise the library first looks at both counts at once, to
// save the decrement where nobody else has the object: one more look that others can come before or after, without a
// different result. With HEDDLE_LIBRARY_AS_IT_IS it does so here, too.
#include <bits/c++config.h>

#pragma push_macro("_GLIBCXX_TSAN")
#undef _GLIBCXX_TSAN
#ifndef HEDDLE_LIBRARY_AS_IT_IS
#define _GLIBCXX_TSAN 1
#endif
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("_GLIBCXX_TSAN")
