// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor --flags=-DLOOK
// expect: complete traces=2
//
// The threads count in some order, but the other one is possible, too: counting orders nothing, unless one looks.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;
static int data;

static void* writer(void* unused) {
  data = 1;
  atomic_fetch_add(&counter, 1);
  return unused;
}

static void* other(void* unused) {
#ifdef LOOK
  if (atomic_fetch_add(&counter, 1) == 0) return unused;
#else
  atomic_fetch_add(&counter, 1);
#endif
  ++data;  // @
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, other, 0);
}
