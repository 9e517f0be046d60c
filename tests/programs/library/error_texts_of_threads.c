// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor --visible=shared
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete

// The C library keeps the text of an unknown error for each thread, and frees the last one, again in every run.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int looks;

static void* worker(void* unused) {
  looks++;
  assert(strstr(strerror(12345), "12345") != 0);
  assert(strstr(strsignal(12345), "12345") != 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  worker(0);
}
