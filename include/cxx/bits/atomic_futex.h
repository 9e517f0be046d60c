// Stands in front of the C++ library's own file of this name in programs that are compiled with Heddle. It has the word
// by which the shared state of a future says that it is ready. Who waits for that without a time limit looks at the word
// once it has been stored, not before: src/runtime/sync/ready.cpp. With HEDDLE_LIBRARY_AS_IT_IS it does as the library does.
#pragma once

#ifdef HEDDLE_LIBRARY_AS_IT_IS
#include_next <bits/atomic_futex.h>
#else

#define __atomic_futex_unsigned __library_futex_unsigned
#include_next <bits/atomic_futex.h>
#undef __atomic_futex_unsigned

extern "C" {
// There is such a word: those of code that is not compiled with Heddle are not known.
void __heddle_word_made(const void* word);
// A value has been stored in it.
void __heddle_stored(const void* word);
// Waits until one has.
void __heddle_await_store(const void* word);
}

namespace std _GLIBCXX_VISIBILITY(default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION

// Its functions have no places of their own, as all of the library: those of the user's calls stand for them.
template <unsigned _Waiter_bit = 0x80000000>
class __atomic_futex_unsigned : public __library_futex_unsigned<_Waiter_bit> {
  using _Library = __library_futex_unsigned<_Waiter_bit>;

 public:
  __attribute__((__nodebug__)) explicit __atomic_futex_unsigned(unsigned __data) : _Library(__data) {
    __heddle_word_made(this);
  }

  // For a value that is not there from the beginning.
  __attribute__((__always_inline__, __nodebug__)) void _M_load_when_equal(unsigned __val, memory_order __mo) {
    __heddle_await_store(this);
    _Library::_M_load_when_equal(__val, __mo);
  }
  __attribute__((__always_inline__, __nodebug__)) void _M_store_notify_all(unsigned __val, memory_order __mo) {
    _Library::_M_store_notify_all(__val, __mo);
    __heddle_stored(this);
  }
};

_GLIBCXX_END_NAMESPACE_VERSION
}

#endif
