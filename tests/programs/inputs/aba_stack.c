// heddle: --flags=-DWRONG --keep-going
// expect: bug kind=assertion where=@
// heddle:
// expect: complete
//
// Threads × inputs: a stack without locks, of nodes in an array. Which node is pushed back is an input: only if it is the one that the slow
// thread has seen on top, the compare-exchange without a version takes a stale successor.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WRONG
enum { kStep = 0 };
#else
enum { kStep = 16 };
#endif

// The top in the lower four bits, a version above them; 0 is no node.
static _Atomic unsigned top;
static _Atomic unsigned next[4];
static int back;

static unsigned pop(void) {
  for (;;) {
    unsigned seen = atomic_load(&top);
    const unsigned node = seen & 15;
    if (node == 0) return 0;
    const unsigned after = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &seen, ((seen & ~15u) + kStep) | after)) return node;
  }
}

static void push(unsigned node) {
  for (;;) {
    unsigned seen = atomic_load(&top);
    atomic_store(&next[node], seen & 15);
    if (atomic_compare_exchange_strong(&top, &seen, ((seen & ~15u) + kStep) | node)) return;
  }
}

static void* change(void* unused) {
  const unsigned a = pop();
  const unsigned b = pop();
  if (a != 0 && b != 0) {
    if (back == 1) push(a);
    if (back == 2) push(b);
  }
  return unused;
}

int main(void) {
  next[1] = 2;
  next[2] = 0;
  top = 1;
  back = heddle_range("back", 0, 3);
  pthread_t changer;
  pthread_create(&changer, NULL, change, NULL);
  const unsigned mine = pop();
  pthread_join(changer, NULL);
  // Two nodes are there; what was taken and not put back is not on the stack.
  unsigned left = 0;
  for (unsigned n = top & 15; n != 0; n = next[n]) ++left;
  const unsigned taken = mine != 0;
  assert(taken + left <= 2);
  assert(!(back == 1 && (top & 15) == 2));  // @
  return 0;
}
