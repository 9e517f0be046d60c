// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
//
// After a failure the node is read without having acquired it: the race is only in the second turn.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node* next;
};
static struct node first, second;
static _Atomic(struct node*) top = &first;

static void* pop(void* unused) {
  struct node* old = atomic_load_explicit(&top, memory_order_acquire);
  do {
    if (old == NULL) return unused;
  } while (!atomic_compare_exchange_weak_explicit(&top, &old, old->next,  // @
                                                  memory_order_acquire, memory_order_relaxed));
  return unused;
}

static void* push(void* unused) {
  struct node* old = atomic_load_explicit(&top, memory_order_relaxed);
  do {
    second.next = old;
  } while (
      !atomic_compare_exchange_weak_explicit(&top, &old, &second, memory_order_release, memory_order_relaxed));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pop, NULL);
  pthread_create(&threads[1], NULL, push, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
