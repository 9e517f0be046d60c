// heddle: --strategy=dpor --keep-going
// expect: bug kind=double-free where=@
//
// Both threads see that the pointer is there, and both free it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) shared;

static void* release(void* unused) {
  int* p = atomic_load(&shared);
  if (p == NULL) return unused;
  atomic_store(&shared, NULL);
  free(p);  // @
  return unused;
}

int main(void) {
  pthread_t a, b;
  atomic_store(&shared, malloc(sizeof(int)));
  pthread_create(&a, NULL, release, NULL);
  pthread_create(&b, NULL, release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
