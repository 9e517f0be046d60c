// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor -D SHARED=1
// expect: complete
//
// Which number the system gives to a file without a name depends on who came first, and on others. Its own name comes
// from the thread that created it.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifndef SHARED
#define SHARED 0
#endif

static FILE* shared;

static void* work(void* unused) {
  FILE* const mine = SHARED ? shared : tmpfile();
  fputs("a", mine);
  fflush(mine);
  if (!SHARED) fclose(mine);
  return unused;
}

int main(void) {
  pthread_t a, b;
  if (SHARED) shared = tmpfile();
  const int file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  if (file >= 0) assert(write(file, "b", 1) == 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (SHARED) assert(ftell(shared) == 2);
  return 0;
}
