// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=exhaustive
// expect: bug kind=data-race where=@
//
// An exit handler runs while the other threads still do: it races with them.
#include <pthread.h>
#include <stdlib.h>

static int work_done;

static void* work(void* unused) {
  work_done = 1;
  return unused;
}

static void look(void) {
  if (work_done) abort();  // @
}

int main(void) {
  pthread_t thread;
  atexit(look);
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  return 0;
}
