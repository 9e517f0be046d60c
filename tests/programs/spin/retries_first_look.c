// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=auto
// expect: bug kind=assertion where=@
//
// What the first turn has found is used after others have failed: the node is pushed before one that is gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node* next;
};
static struct node first, second;
static _Atomic(struct node*) top = &first;

static void* pushes(void* unused) {
  struct node* const found = atomic_load(&top);
  struct node* old = found;
  do {
    second.next = found;
  } while (!atomic_compare_exchange_weak(&top, &old, &second));
  assert(second.next == old);  // @
  return unused;
}

static void* takes(void* unused) {
  atomic_exchange(&top, NULL);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pushes, NULL);
  pthread_create(&threads[1], NULL, takes, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
