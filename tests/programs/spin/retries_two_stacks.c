// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=use-after-free
// heddle: --strategy=auto
// expect: bug kind=use-after-free
//
// A node moves from one stack to another, where it is taken and freed while a turn that fails reads it: writing it must
// count for both stacks.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node* next;
};
static _Atomic(struct node*) first, second;

static struct node* pop(_Atomic(struct node*)* top) {
  struct node* old = atomic_load(top);
  do {
    if (old == NULL) return NULL;
  } while (!atomic_compare_exchange_weak(top, &old, old->next));  // @
  return old;
}

static void push(_Atomic(struct node*)* top, struct node* node) {
  struct node* old = atomic_load(top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_weak(top, &old, node));
}

static void* pops(void* unused) {
  pop(&second);
  return unused;
}

static void* pops_and_frees(void* unused) {
  free(pop(&second));
  return unused;
}

int main(void) {
  push(&first, malloc(sizeof(struct node)));
  push(&second, pop(&first));
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pops, NULL);
  pthread_create(&threads[1], NULL, pops_and_frees, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
