// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=exhaustive
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --flags=-DCLEARED
// expect: complete
// heddle: --strategy=dpor --flags=-DCLEARED
// expect: complete
//
// A flag that is already set: setting it again tells nobody anything. What one thread publishes through it reaches
// those that change the flag afterwards, as the other one does if it clears it first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool flag = true;
static int data;

static void* writer(void* unused) {
  data = 1;
  atomic_exchange(&flag, true);
#ifdef CLEARED
  atomic_exchange(&flag, false);
#endif
  return unused;
}

static void* reader(void* unused) {
#ifdef CLEARED
  if (!atomic_exchange(&flag, true)) ++data;
#else
  atomic_exchange(&flag, true);
  ++data;  // @
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
