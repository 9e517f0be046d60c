// Treiber's stack: PAIRS threads push, PAIRS threads pop, OPERATIONS times each.
#include <stdatomic.h>

#include "threads.h"

struct node {
  int value;
  struct node* next;
};
static _Atomic(struct node*) top;
static struct node nodes[PAIRS][OPERATIONS];

static void push(struct node* node) {
  struct node* old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static int pop(void) {
  struct node* old = atomic_load(&top);
  do {
    if (old == 0) return -1;
  } while (!atomic_compare_exchange_strong(&top, &old, old->next));
  return old->value;
}

static void* work(void* me) {
  for (int i = 0; i < OPERATIONS; ++i) {
    if ((long)me < PAIRS) {
      push(&nodes[(long)me][i]);
    } else {
      pop();
    }
  }
  return 0;
}

int main(void) { run_threads(2 * PAIRS, work); }
