// limit: One that waits for ever is reported as a livelock
// heddle: --strategy=contextual
// expect: bug kind=livelock where=@
// heddle: --strategy=unfolding
// expect: bug kind=livelock where=@
// heddle: --strategy=dpor
// expect: bug kind=livelock where=@
// heddle: --strategy=exhaustive
// expect: bug kind=livelock where=@
//
// Nobody writes.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* reader(void* unused) {
  char c;
  if (read(ends[0], &c, 1) == 1) return NULL;  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) return 0;
  pthread_create(&thread, NULL, reader, NULL);
  pthread_join(thread, NULL);
  return 0;
}
