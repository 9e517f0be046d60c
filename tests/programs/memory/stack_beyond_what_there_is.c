// limit: 8 MiB of stack per thread unless it is created with more
// heddle: --strategy=contextual
// expect: incomplete

// A stack of this size is not to be had: the thread gets a smaller one, and the verdict says so.

#include <pthread.h>

static void* worker(void* unused) { return unused; }

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 20);
  pthread_t thread;
  pthread_create(&thread, &attributes, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
