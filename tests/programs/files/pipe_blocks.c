// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// A thread blocks in read until another one has written; what comes before the write is seen after the read.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void* reader(void* unused) {
  char c = 0;
  assert(read(ends[0], &c, 1) == 1 && c == 'x');
  assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, reader, NULL);
  data = 1;
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(thread, NULL);
  return 0;
}
