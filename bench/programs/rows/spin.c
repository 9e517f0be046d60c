// THREADS threads take a lock that they wait for in a loop, ROUNDS times. The lock is one of TICKET, TEST_AND_SET, COMPARE, MCS,
// PETERSON (two threads) and SZYMANSKI.
#include <assert.h>
#include <stdatomic.h>

#include "threads.h"

static int inside;

#ifdef TICKET
static atomic_uint next, serving;
static void lock(int me) {
  (void)me;
  const unsigned mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine) {
  }
}
static void unlock(int me) {
  (void)me;
  atomic_fetch_add(&serving, 1);
}
#elif defined TEST_AND_SET
static atomic_int taken;
static void lock(int me) {
  (void)me;
  while (atomic_exchange(&taken, 1)) {
  }
}
static void unlock(int me) {
  (void)me;
  atomic_store(&taken, 0);
}
#elif defined COMPARE
static atomic_int taken;
static void lock(int me) {
  (void)me;
  int is_free = 0;
  while (!atomic_compare_exchange_strong(&taken, &is_free, 1)) is_free = 0;
}
static void unlock(int me) {
  (void)me;
  atomic_store(&taken, 0);
}
#elif defined MCS
struct node {
  _Atomic(struct node*) next;
  atomic_int waits;
};
static _Atomic(struct node*) tail;
static struct node nodes[THREADS];
static void lock(int me) {
  struct node* mine = &nodes[me];
  atomic_store(&mine->next, 0);
  atomic_store(&mine->waits, 1);
  struct node* before = atomic_exchange(&tail, mine);
  if (before == 0) return;
  atomic_store(&before->next, mine);
  while (atomic_load(&mine->waits)) {
  }
}
static void unlock(int me) {
  struct node* mine = &nodes[me];
  struct node* old = mine;
  if (atomic_load(&mine->next) == 0) {
    if (atomic_compare_exchange_strong(&tail, &old, 0)) return;
    while (atomic_load(&mine->next) == 0) {
    }
  }
  atomic_store(&atomic_load(&mine->next)->waits, 0);
}
#elif defined PETERSON
static atomic_int wants[2], turn;
static void lock(int me) {
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me) {
  }
}
static void unlock(int me) { atomic_store(&wants[me], 0); }
#elif defined SZYMANSKI
static atomic_int flags[2];
static void lock(int me) {
  atomic_int* mine = &flags[me];
  atomic_int* other = &flags[1 - me];
  atomic_store(mine, 1);
  while (atomic_load(other) >= 3) {
  }
  atomic_store(mine, 3);
  if (atomic_load(other) == 1) {
    atomic_store(mine, 2);
    while (atomic_load(other) != 4) {
    }
  }
  atomic_store(mine, 4);
  if (me == 1) {
    while (atomic_load(other) >= 2) {
    }
  }
}
static void unlock(int me) {
  atomic_int* other = &flags[1 - me];
  if (me == 0) {
    for (int seen = atomic_load(other); seen == 2 || seen == 3; seen = atomic_load(other)) {
    }
  }
  atomic_store(&flags[me], 0);
}
#endif

static void* work(void* me) {
  for (int i = 0; i < ROUNDS; ++i) {
    lock((int)(long)me);
    assert(inside++ == 0);
    --inside;
    unlock((int)(long)me);
  }
  return 0;
}

int main(void) { run_threads(THREADS, work); }
