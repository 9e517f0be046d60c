// heddle: --keep-going
// expect: bug kind=assertion where=@
//
// The number of threads is an input without bounds: small numbers come first, and the bug needs two.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int counter;

static void* add(void* unused) {
  (void)unused;
  const int before = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
  __atomic_store_n(&counter, before + 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  const unsigned n = heddle_uint8("threads") & 3;
  pthread_t* threads = malloc(n * sizeof *threads);
  for (unsigned i = 0; i < n; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (unsigned i = 0; i < n; ++i) pthread_join(threads[i], NULL);
  assert(counter == (int)n);  // @
  free(threads);
  return 0;
}
