// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=data-race
//
// Another thread has used the node before, and tells so by pushing something itself: whoever sees that in the first
// turn is in order, whose first turn has come before is not.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node* next;
};
static struct node first, second;
static _Atomic(struct node*) top;

static void push(struct node* node) {
  struct node* old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, node));
}

static void* pushes_first(void* unused) {
  if (first.next == NULL) push(&second);
  return unused;
}
static void* pushes_second(void* unused) {
  push(&first);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pushes_first, NULL);
  pthread_create(&threads[1], NULL, pushes_second, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
