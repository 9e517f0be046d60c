// limit: Where a program knows the order of two of them by relaxed accesses only, a race is reported that C++ excludes.
// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
//
// A known false alarm (docs/limits.md): the relaxed flag shows that the writer's exchange came before, and in C++ the
// reader's exchange then continues what it published. Here exchanges that change nothing order nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag;
static int data;

static void* writer(void* unused) {
  data = 1;
  atomic_exchange(&x, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void* reader(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 0) return unused;
  atomic_exchange(&x, 0);
  ++data;  // @
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
