// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --no-merge --no-prefer --visible=racy
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding --no-merge --no-prefer --visible=racy
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --no-merge --no-prefer --visible=racy --isolation=fork
// expect: bug kind=data-race where=@
// heddle: --strategy=con2colic
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --no-merge --no-prefer --visible=shared
// expect: bug kind=data-race where=@
//
// Two independent pairs of threads; each pair decides by its own race whether to touch `target`. The strategies that do
// not run every trace must still find that both touches can happen together. Nobody joins the threads: a thread that did
// would have a local state for each combination of their ends, and a test for it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int target;

static void* set(void* argument) {
  atomic_store(&flag[*(int*)argument], 1);
  return argument;
}

static void* look(void* argument) {
  if (atomic_load(&flag[*(int*)argument]) == 0) target = *(int*)argument;  // @
  return argument;
}

int main(void) {
  static int ids[2] = {0, 1};
  pthread_t thread;
  for (int i = 0; i < 2; ++i) {
    pthread_create(&thread, NULL, set, &ids[i]);
    pthread_create(&thread, NULL, look, &ids[i]);
  }
  return 0;
}
