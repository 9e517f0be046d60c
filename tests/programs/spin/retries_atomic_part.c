// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=auto
// expect: bug kind=data-race where=@
//
// One thread adds to a node that it has taken, atomically. Only a turn that fails reads the same node: each of the
// others takes a node of its own.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  struct node* next;
};
static struct node first, second = {0, &first};
static _Atomic(struct node*) top = &second;

static void* pops(void* unused) {
  struct node* old = atomic_load(&top);
  do {
    if (old == NULL) return unused;
  } while (!atomic_compare_exchange_weak(&top, &old, old->value > 1 ? NULL : old->next));  // @
  return unused;
}

static void* pops_and_adds(void* unused) {
  struct node* old = atomic_load(&top);
  do {
    if (old == NULL) return unused;
  } while (!atomic_compare_exchange_weak(&top, &old, old->next));
  atomic_fetch_add((_Atomic(int)*)&old->value, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pops, NULL);
  pthread_create(&threads[1], NULL, pops_and_adds, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
