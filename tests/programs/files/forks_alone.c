// heddle:
// expect: incomplete reason="uncontrolled call (fork"
//
// What a process does that nobody waits for is not explored, even if it is created while there are no other threads: it
// is named.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int number;

static void* work(void* unused) {
  number = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  if (fork() == 0) assert(number == 2);
  return 0;
}
