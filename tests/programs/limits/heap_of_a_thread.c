// limit: The first 32 threads may allocate 4 GiB each in one run, the others 128 MiB.
// heddle: -D THREADS=0 -D SIZE=4294967296
// expect: incomplete reason="a thread allocated more than 4 GiB (beyond the first 32 threads, 128 MiB) in one run"
// heddle: -D THREADS=32 -D SIZE=134217728
// expect: incomplete reason="a thread allocated more than 4 GiB (beyond the first 32 threads, 128 MiB) in one run"
#include <pthread.h>
#include <stdlib.h>

static void* nothing(void* unused) { return unused; }

static void* allocate(void* unused) {
  free(malloc(SIZE));
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 1; i < THREADS; ++i) {
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
  }
  if (THREADS == 0) allocate(NULL);
  pthread_create(&thread, NULL, allocate, NULL);
  pthread_join(thread, NULL);
  return 0;
}
