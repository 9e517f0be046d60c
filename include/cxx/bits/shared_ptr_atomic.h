// Wraps the C++ library's own file of this name in programs compiled with Heddle. std::atomic<std::shared_ptr<T>> has a bit
// in a word that locks its pointer, and load() releases it by a relaxed subtraction. So what load() has read under the lock
// is not ordered before what the next thread writes there: by the letter a data race, of the library, that no program can
// avoid. Here releasing the bit always publishes. With HEDDLE_LIBRARY_AS_IT_IS it is as in the library.
#include <bits/atomic_base.h>

#ifndef HEDDLE_LIBRARY_AS_IT_IS
namespace std {

template <typename T>
struct __heddle_word_with_lock : __atomic_base<T> {
  using __atomic_base<T>::__atomic_base;

  __attribute__((__always_inline__, __nodebug__)) T fetch_sub(T bit, memory_order order) noexcept {
    return __atomic_base<T>::fetch_sub(bit, order == memory_order_seq_cst ? order : memory_order_acq_rel);
  }
};

}  // namespace std
#pragma push_macro("__atomic_base")
#define __atomic_base __heddle_word_with_lock
#endif
#include_next <bits/shared_ptr_atomic.h>
#ifndef HEDDLE_LIBRARY_AS_IT_IS
#pragma pop_macro("__atomic_base")
#endif
