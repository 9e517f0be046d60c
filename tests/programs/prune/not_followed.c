// limit: Once a thread of a C or C++ program has used something that the states of `--prune=assertions` do not capture
// What a thread may learn past its reads: from then on everything is run, and nothing is left out.
// heddle: --strategy=dpor --prune=assertions
// expect: complete says="no more since an object that is initialised while other threads run"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x[2];
static pthread_mutex_t m;

static void* writer(void* cell) {
  atomic_store((atomic_int*)cell, 1);
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    pthread_create(&t, 0, writer, &x[i]);
    int a = atomic_load(&x[i]);
    pthread_mutex_init(&m, 0);
    pthread_mutex_destroy(&m);
    pthread_join(t, 0);
    assert(a <= 1);
  }
}
