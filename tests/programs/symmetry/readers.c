// heddle: --strategy=dpor
// expect: complete traces=8
// heddle: --strategy=dpor --symmetry=on
// expect: complete traces=4
//
// Three readers of one writer: who reads the old value is one of 2^3 sets, or only how many do.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* reader(void* unused) {
  atomic_load(&flag);
  return unused;
}

static void* writer(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[3], 0, writer, 0);
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 0;
}
