// Wraps the C++ library's own file of this name in programs compiled with Heddle. It defines the word with which the
// shared state of a future says that it is ready. A thread that waits for that without a time limit looks at the word
// once it has been stored, not before: src/runtime/sync/ready.cpp. With HEDDLE_LIBRARY_AS_IT_IS it behaves as the
// library does.
#pragma once

#ifdef HEDDLE_LIBRARY_AS_IT_IS
#include_next <bits/atomic_futex.h>
#else

#define __atomic_futex_unsigned __library_futex_unsigned
#include_next <bits/atomic_futex.h>
#undef __atomic_futex_unsigned

extern "C" {
// Registers such a word: those of code not compiled with Heddle are unknown.
void __heddle_word_made(const void* word);
// A value has been stored in it.
void __heddle_stored(const void* word);
// Waits until one has.
void __heddle_await_store(const void* word);
}

namespace std _GLIBCXX_VISIBILITY(default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION

// Like the rest of the library, its functions have no places of their own: those of the user's calls are used instead.
template <unsigned _Waiter_bit = 0x80000000>
class __atomic_futex_unsigned : public __library_futex_unsigned<_Waiter_bit> {
  using _Library = __library_futex_unsigned<_Waiter_bit>;

 public:
  __attribute__((__nodebug__)) explicit __atomic_futex_unsigned(unsigned __data) : _Library(__data) {
    __heddle_word_made(this);
  }

  // For a value that is not there from the start.
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
