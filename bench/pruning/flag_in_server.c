// A server with a loop of requests; the assertion concerns a flag that says that it is up.
#include "threads.h"
#ifndef ROUNDS
#define ROUNDS 4
#endif
static atomic_int up, mailbox, journal;
static void* server(void* unused) {
  atomic_store(&up, 1);
  for (int k = 0; k < ROUNDS; k++) {
    const int a = atomic_load(&mailbox);
    atomic_store(&journal, a);
  }
  return unused;
}
static void* client(void* number) {
  for (int k = 0; k < 2; k++) {
    atomic_store(&mailbox, (int)(size_t)number * 10 + k);
    const int u = atomic_load(&up);
    assert(u == 0 || u == 1);
  }
  return NULL;
}
RUN(server, client, client)
