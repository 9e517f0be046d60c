// heddle: --strategy=dpor
// expect: complete traces=90
// heddle: --strategy=contextual
// expect: complete tests=90
//
// The queue lock of Craig, Landin and Hagersten: three threads twice, 6! / 2!^3 orders. The address of what a thread
// waits for is in plain memory, which it reads in every iteration.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_int waits;
};
static struct node nodes[4];
static _Atomic(struct node*) tail = &nodes[3];
static struct node* mine[3] = {&nodes[0], &nodes[1], &nodes[2]};
static struct node* before[3];
static int inside;

static void* work(void* argument) {
  const long me = (long)argument;
  for (int i = 0; i < 2; ++i) {
    atomic_store(&mine[me]->waits, 1);
    before[me] = atomic_exchange(&tail, mine[me]);
    while (atomic_load(&before[me]->waits)) {
    }
    assert(inside++ == 0);
    --inside;
    struct node* const used = mine[me];
    mine[me] = before[me];
    atomic_store(&used->waits, 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
