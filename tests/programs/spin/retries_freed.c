// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=use-after-free
// heddle: --strategy=auto
// expect: bug kind=use-after-free
//
// Only a turn that fails reads the node that another thread has taken and freed: such turns must not be left out.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
};
static _Atomic(struct node*) top;

static void* pop(void* unused) {
  struct node* old = atomic_load(&top);
  do {
    if (old == NULL) return unused;
  } while (!atomic_compare_exchange_weak(&top, &old, old->next));  // @
  free(old);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; ++i) {
    struct node* node = malloc(sizeof *node);
    node->next = atomic_load(&top);
    atomic_store(&top, node);
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, pop, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
