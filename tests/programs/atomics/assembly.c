// Inline assembly of one instruction is the atomic operation that it is: its results, loops that wait for it, and no
// races between such operations. What it computes is compared with the builtins of the compiler.
// heddle: --flags=-O0
// expect: complete
// heddle: --flags=-O2
// expect: complete
// heddle: --strategy=dpor --flags=-O1
// expect: complete
// heddle: --strategy=dpor -D BROKEN=1
// expect: bug kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef BROKEN
#define BROKEN 0
#endif

static uint32_t load(const uint32_t* from) {
  uint32_t value;
  __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}
static void store(uint32_t* to, uint32_t value) { __asm__ volatile("movl %1, %0" : "=m"(*to) : "ir"(value) : "memory"); }
static void* exchange(void** with, void* value) {
  __asm__ volatile("xchgq %0, %1" : "+m"(*with), "+q"(value) : : "memory");
  return value;
}
static uint16_t exchange_and_add(uint16_t* to, uint16_t value) {
  __asm__ volatile("lock; xaddw %1, %0" : "+m"(*to), "+q"(value) : : "memory", "cc");
  return value;
}
static int compare_exchange(uint64_t* at, uint64_t* expected, uint64_t wanted) {
  int equal;
  __asm__ volatile("lock cmpxchgq %3, %0" : "+m"(*at), "+a"(*expected), "=@ccz"(equal) : "q"(wanted) : "memory");
  return equal;
}
static unsigned char compare_exchange_byte(uint8_t* at, uint8_t expected, uint8_t wanted) {
  unsigned char equal;
  __asm__ volatile("lock cmpxchgb %3, %0\n\tsete %1" : "+m"(*at), "=q"(equal) : "a"(expected), "q"(wanted) : "memory");
  return equal;
}
static int count_down(int* counter) {
  unsigned char zero;
  __asm__ volatile("lock decl %0; setz %1" : "+m"(*counter), "=qm"(zero) : : "memory");
  return zero;
}
static void set_bits(uint32_t* to, uint32_t bits) { __asm__ volatile("lock orl %1, %0" : "+m"(*to) : "ri"(bits)); }
static void add_five(uint64_t* to) { __asm__ volatile("lock\n\taddq $5, %0" : "+m"(*to)); }
static void flip(uint32_t* to) { __asm__ volatile("lock notl %0" : "+m"(*to) : : "cc", "memory"); }

static uint32_t number, next, serving, data;
static uint64_t wide = 7;
static void* pointer;
static uint16_t half = 65535;
static uint8_t byte = 3;
static int users = 2;

static void compute(void) {
  store(&number, 12);
  assert(load(&number) == 12);
  store(&number, (uint32_t)(uintptr_t)&data);
  assert(load(&number) == (uint32_t)(uintptr_t)&data);
  assert(exchange(&pointer, &data) == NULL && pointer == &data);
  assert(exchange_and_add(&half, 2) == 65535 && half == 1);
  uint64_t expected = 6;
  assert(!compare_exchange(&wide, &expected, 9) && expected == 7 && wide == 7);
  assert(compare_exchange(&wide, &expected, 9) && expected == 7 && wide == 9);
  assert(!compare_exchange_byte(&byte, 4, 5) && byte == 3);
  assert(compare_exchange_byte(&byte, 3, 5) && byte == 5);
  number = 1;
  set_bits(&number, 6);
  assert(number == 7);
  flip(&number);
  assert(number == ~7U);
  add_five(&wide);
  assert(wide == 14);
}

static uint16_t tickets;
static void* work(void* unused) {
  const uint16_t ticket = exchange_and_add(&tickets, 1);
  while (!BROKEN && load(&serving) != ticket) __asm__ volatile("pause");
  const uint32_t old = load(&data);
  store(&data, old + 1);
  store(&serving, ticket + 1);
  if (count_down(&users)) assert(load(&data) == 2);
  return unused;
}

int main(void) {
  compute();
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  (void)next;
}
