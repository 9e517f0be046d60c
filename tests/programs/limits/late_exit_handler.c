// limit: While another thread calls them, none can be registered, and the attempt is named
// heddle:
// expect: incomplete reason="uncontrolled call (atexit while another thread ends the program, which fails here"
#include <pthread.h>
#include <stdlib.h>

static int calls;

static void handler(void) { ++calls; }

static void* worker(void* unused) {
  atexit(handler);
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, NULL, worker, NULL);
  return 0;
}
