// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// main ends with pthread_exit: the handlers run when the last thread has ended, also one that another thread has created.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* grandchild(void* unused) {
  pthread_mutex_lock(&mutex);
  ++done;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* child(void* unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, grandchild, NULL);
  return grandchild(unused);
}

static void look(void) { assert(done == 2); }

int main(void) {
  pthread_t thread;
  atexit(look);
  pthread_create(&thread, NULL, child, NULL);
  pthread_exit(NULL);
}
