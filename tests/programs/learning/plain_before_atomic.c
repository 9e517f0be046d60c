// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor --visible=shared
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --visible=shared
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
//
// The plain read comes first, when nobody knows that there are atomic accesses: these come in the last of all runs.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, allowed;

static void* look(void* unused) {
  int seen = *(int*)&flag;  // @
  return seen == 77 ? NULL : unused;
}

static void* set(void* unused) {
  if (allowed) flag = 2;
  return unused;
}

static void* allow(void* unused) {
  allowed = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_create(&threads[2], NULL, allow, NULL);
  pthread_exit(NULL);
}
