// heddle: --strategy=contextual
// expect: complete
//
// A program may have functions of its own that are called like those of the library that the runtime replaces.
#include <assert.h>
#include <pthread.h>

static int slept;

unsigned sleep(unsigned seconds) {
  slept += (int)seconds;
  return 0;
}

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  sleep(3);
  assert(slept == 3);
  pthread_join(thread, NULL);
  return 0;
}
