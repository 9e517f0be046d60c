// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// A stack of indices without locks. While one thread sleeps between reading the top and its compare-exchange, the other
// pops two and pushes the first back: the top is the same, what is below it is not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kNodes = 3 };
static atomic_int top = 1;
static atomic_int next[kNodes] = {0, 2, 0};  // 0 is the end; the stack is 1, 2
static atomic_int owner[kNodes];

static int pop(void) {
  for (;;) {
    int node = atomic_load(&top);
    if (node == 0) return 0;
    int below = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &node, below)) return node;
  }
}

static void push(int node) {
  int below = atomic_load(&top);
  do {
    atomic_store(&next[node], below);
  } while (!atomic_compare_exchange_weak(&top, &below, node));
}

static void* exchange(void* unused) {
  int first = pop();
  int second = pop();
  if (second != 0) assert(atomic_fetch_add(&owner[second], 1) == 0);  // it keeps the second
  if (first != 0) push(first);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exchange, NULL);
  int one = pop();
  int other = pop();
  if (one != 0) assert(atomic_fetch_add(&owner[one], 1) == 0);
  if (other != 0) assert(atomic_fetch_add(&owner[other], 1) == 0);  // @
  pthread_join(thread, NULL);
  return 0;
}
