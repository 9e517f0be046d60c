// heddle: --strategy=contextual -D WANTED=3
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual -D WANTED=0
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -D WANTED=3
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -D WANTED=0
// expect: bug kind=assertion where=@
//
// One thread gives a stream another file while a second one writes to it. Only one order was explored, and the new file
// stayed behind.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE* stream;

static void* reopen(void* argument) {
  freopen("second", "w", stream);
  return argument;
}

int main(void) {
  struct stat found;
  assert(stat("second", &found) != 0);
  stream = fopen("first", "w");
  pthread_t thread;
  pthread_create(&thread, NULL, reopen, NULL);
  fputs("abc", stream);
  fflush(stream);
  pthread_join(thread, NULL);
  stat("first", &found);
  assert(found.st_size == WANTED);  // @
  return 0;
}
