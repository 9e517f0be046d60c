// limit: `--prune=assertions` ([assertion-guided.md](assertion-guided.md)) looks for data races of programs of C and C++ only in what is run
// Figure 3 of Guo et al.: each read comes before or after its write, and then it no longer matters.
// heddle: --strategy=dpor --prune=assertions --prune-always -D K=8
// expect: complete tests=9 says="what was not run cannot fail or deadlock; data races were looked for only in what was run"
// heddle: --strategy=dpor-1 --prune=assertions --prune-always -D K=8
// expect: complete tests=9
// heddle: --strategy=dpor-2 --prune=assertions --prune-always -D K=8
// expect: complete tests=9
// heddle: --strategy=exhaustive --prune=assertions --prune-always -D K=12
// expect: complete tests=13
// heddle: --strategy=dpor -D K=8
// expect: complete tests=256
// heddle: --strategy=dpor --prune=assertions -D K=4 -D MOST=0
// expect: bug kind=assertion where=@
// Without room for summaries, everything is run.
// heddle: --strategy=dpor --prune=assertions --prune-size=1 -D K=3
// expect: complete
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef MOST
#define MOST 1
#endif

static atomic_int x[K];

static void* writer(void* cell) {
  atomic_store((atomic_int*)cell, 1);
  return 0;
}

int main(void) {
  for (int i = 0; i < K; i++) {
    pthread_t t;
    pthread_create(&t, 0, writer, &x[i]);
    int a = atomic_load(&x[i]);
    pthread_join(t, 0);
    assert(a <= MOST);  // @
  }
}
