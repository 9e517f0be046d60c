// A server whose assertion concerns a flag: what it is asked for and what it notes is set aside.
// heddle: --strategy=dpor
// expect: complete tests=852
// heddle: --strategy=dpor --prune=assertions --prune-always --prune-slice
// expect: complete tests=9 assuming="no data races at journal, mailbox (--prune-slice)"
// heddle: --strategy=exhaustive --prune=assertions --prune-always --prune-slice
// expect: complete tests=23
// heddle: --strategy=dpor --prune=assertions --prune-slice -D BAD=1
// expect: bug kind=assertion where=@
// What decides whether something fails is not set aside, neither by its value nor by whether it ends a loop.
// heddle: --strategy=dpor --prune=assertions --prune-slice -D NEEDED=1
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune=assertions --prune-slice -D NEEDED=2
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --prune-slice -D NEEDED=2
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --prune-slice
// expect: usage says="--prune-slice has no effect without --prune=assertions"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef BAD
#define BAD 2
#endif
#ifndef NEEDED
#define NEEDED 0
#endif

static atomic_int up, mailbox, journal;

static void* server(void* unused) {
  atomic_store(&up, 1);
  for (int k = 0; k < 4; k++) {
    const int a = atomic_load(&mailbox);
    atomic_store(&journal, a);
  }
#if NEEDED == 1
  if (atomic_load(&journal) == 11) atomic_store(&up, 2);
#elif NEEDED == 2
  while (atomic_load(&mailbox) == 0) {
  }
  atomic_store(&up, 2);
#endif
  return unused;
}

static void* client(void* number) {
  for (int k = 0; k < 2; k++) {
    atomic_store(&mailbox, (int)(size_t)number * 10 + k);
    const int u = atomic_load(&up);
    assert(u != BAD);  // @
  }
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, server, NULL);
  pthread_create(&ids[1], NULL, client, (void*)1);
  pthread_create(&ids[2], NULL, client, (void*)2);
  for (int i = 0; i < 3; i++) pthread_join(ids[i], NULL);
}
