#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>

#include "feature.h"

/* Atomic operations of C11 and of the compiler, and threads of C11. */

struct pair {
  int a;
  int b;
};

/* C11 atomics and threads. */
FEATURE(atomic_fetch_or_result) {
  atomic_int a = 5;
  return atomic_fetch_or(&a, x) * 10 + atomic_load(&a);
}
FEATURE(atomic_fetch_xor_of_char) {
  _Atomic unsigned char a = (unsigned char)x;
  atomic_fetch_xor(&a, 6);
  return a;
}
FEATURE(atomic_compound_product) {
  _Atomic int a = x;
  a *= 3;
  return a;
}
FEATURE(atomic_compound_shift) {
  _Atomic unsigned a = 1;
  a <<= x;
  return a;
}
FEATURE(atomic_pointer_add) {
  static int v[9];
  _Atomic(int*) p = v;
  atomic_fetch_add(&p, x);
  return p - v;
}
FEATURE(atomic_structure_exchange) {
  _Atomic struct pair p;
  atomic_store(&p, ((struct pair){x, 1}));
  struct pair old = atomic_exchange(&p, ((struct pair){2, x}));
  struct pair now = atomic_load(&p);
  return old.a * 10 + now.b;
}
FEATURE(atomic_compare_exchange_loop) {
  atomic_int a = x;
  int e = atomic_load(&a);
  while (!atomic_compare_exchange_weak(&a, &e, e * 2 + 1)) {
  }
  return a;
}
FEATURE(atomic_double) {
  _Atomic double a = x;
  a += 0.5;
  return a > 3;
}
static once_flag once = ONCE_FLAG_INIT;
static int once_count;
static void count_once(void) { once_count++; }
FEATURE(call_once_or_not) {
  if (x > 2) call_once(&once, count_once);
  if (x > 4) call_once(&once, count_once);
  return once_count;
}
static _Thread_local int own = 3;
static int adds_own(void* p) {
  own += *(int*)p;
  return own;
}
FEATURE(thrd_thread_local) {
  thrd_t t;
  int r;
  thrd_create(&t, adds_own, &x);
  thrd_join(t, &r);
  return r * 10 + own;
}
static mtx_t lock_of_two;
static int shared_sum;
static int adds_to_sum(void* p) {
  mtx_lock(&lock_of_two);
  shared_sum += *(int*)p;
  mtx_unlock(&lock_of_two);
  return 0;
}
FEATURE(two_threads_add) {
  int y = x * 2;
  thrd_t t, u;
  mtx_init(&lock_of_two, mtx_plain);
  shared_sum = 0;
  thrd_create(&t, adds_to_sum, &x);
  thrd_create(&u, adds_to_sum, &y);
  thrd_join(t, NULL);
  thrd_join(u, NULL);
  return shared_sum;
}

FEATURE(atomic_byte) {
  static _Atomic unsigned char a;
  a = (unsigned char)x;
  a += 250;
  return a;
}
FEATURE(atomic_short) {
  static _Atomic short a;
  a = (short)x;
  a *= 3;
  return a;
}
FEATURE(atomic_int) {
  static _Atomic int a;
  a = x;
  return a++ + a;
}
FEATURE(atomic_long) {
  static _Atomic long a;
  a |= (long)x << 33;
  return a >> 33;
}
FEATURE(atomic_bool) {
  static _Atomic bool a;
  a = x > 3;
  return a ? 5 : 6;
}
FEATURE(atomic_and) {
  static int a;
  a = 6;
  return __atomic_and_fetch(&a, x, __ATOMIC_SEQ_CST);
}
FEATURE(atomic_nand) {
  static int a;
  a = 6;
  return __atomic_nand_fetch(&a, x, __ATOMIC_SEQ_CST);
}
FEATURE(atomic_minimum) {
  static int a;
  a = 4;
  __atomic_fetch_min(&a, x, __ATOMIC_SEQ_CST);
  return a;
}
FEATURE(atomic_exchange) {
  static int a;
  a = x;
  return __atomic_exchange_n(&a, x + 1, __ATOMIC_SEQ_CST) * 10 + a;
}
FEATURE(atomic_compare_exchange) {
  static int a;
  a = 3;
  int expected = x;
  return __atomic_compare_exchange_n(&a, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? a : expected + 100;
}
FEATURE(atomic_load_of_what_was_set) {
  static int a;
  a = x;
  return __atomic_load_n(&a, __ATOMIC_SEQ_CST) == 5;
}
FEATURE(atomic_add_to_what_was_set) {
  static int a;
  a = x;
  return __atomic_fetch_add(&a, 1, __ATOMIC_SEQ_CST) * 10 + a;
}
FEATURE(atomic_compare_exchange_of_what_was_set) {
  static int a;
  a = x;
  int expected = x ^ 1;
  if (__atomic_compare_exchange_n(&a, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 100;
  return __atomic_compare_exchange_n(&a, &expected, x + 20, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? a : -1;
}
FEATURE(sync_builtins) {
  static int a;
  a = 1;
  __sync_fetch_and_add(&a, x);
  return __sync_val_compare_and_swap(&a, 4, 20) + a;
}
NAMED(atomic_of_16_bytes) {
  static __int128 a __attribute__((aligned(16)));
  __atomic_store_n(&a, (__int128)x << 64, __ATOMIC_SEQ_CST);
  return (long)(__atomic_load_n(&a, __ATOMIC_SEQ_CST) >> 64);
}
NAMED(atomic_add_of_16_bytes) {
  static __int128 a __attribute__((aligned(16)));
  __sync_fetch_and_add(&a, (__int128)x);
  return (long)a;
}
NAMED(atomic_structure) {
  struct three {
    int v[3];
  };
  static struct three a;
  struct three b = {{x, x, x}};
  __atomic_store(&a, &b, __ATOMIC_SEQ_CST);
  struct three c;
  __atomic_load(&a, &c, __ATOMIC_SEQ_CST);
  return c.v[2];
}
FEATURE(atomic_float) {
  static _Atomic float a;
  a = 1.0f;
  a += (float)x;
  return (long)a;
}
