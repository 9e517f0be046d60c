// heddle: --strategy=dpor
// expect: complete traces=22
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=auto
// expect: complete
//
// A stack without locks whose nodes are never used again: two threads push, two pop. Each of these is one step, and the
// turns that fail are left out. Two that find the stack empty, one after the other, commute: the 24 orders of the four
// are 22 traces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  struct node* next;
};
static _Atomic(struct node*) top;
static struct node nodes[2];
static int popped[2];

static void push(struct node* node) {
  struct node* old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, node));
}

static int pop(void) {
  struct node* old = atomic_load(&top);
  do {
    if (old == NULL) return 0;
  } while (!atomic_compare_exchange_strong(&top, &old, old->next));
  return old->value;
}

static void* pushes(void* node) {
  push(node);
  return NULL;
}
static void* pops(void* result) {
  *(int*)result = pop();
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 2; ++i) {
    nodes[i].value = i + 1;
    pthread_create(&threads[i], NULL, pushes, &nodes[i]);
    pthread_create(&threads[2 + i], NULL, pops, &popped[i]);
  }
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  assert(popped[0] == 0 || popped[0] != popped[1]);
  int left = 0;
  for (int value = pop(); value != 0; value = pop()) left += value;
  assert(left + popped[0] + popped[1] == 3);
}
