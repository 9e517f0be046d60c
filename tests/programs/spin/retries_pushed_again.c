// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
//
// A node is taken and pushed again while a turn that fails reads it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node* next;
};
static struct node first;
static _Atomic(struct node*) top = &first;

static struct node* pop(void) {
  struct node* old = atomic_load(&top);
  do {
    if (old == NULL) return NULL;
  } while (!atomic_compare_exchange_weak(&top, &old, old->next));  // @
  return old;
}

static void* pops(void* unused) {
  pop();
  return unused;
}

static void* pops_and_pushes(void* unused) {
  struct node* node = pop();
  if (node == NULL) return unused;
  struct node* old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, node));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pops, NULL);
  pthread_create(&threads[1], NULL, pops_and_pushes, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
