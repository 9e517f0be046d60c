// limit: opening, reading, writing and closing files, also through streams
// heddle:
// expect: complete
//
// Reading is a cancellation point, also while there is nothing to read.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* work(void* unused) {
  char c;
  read(ends[0], &c, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pipe(ends);
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
