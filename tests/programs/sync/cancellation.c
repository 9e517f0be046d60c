// limit: `pthread_cleanup_push` | runs, in C with and without exceptions and in C++
// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=exhaustive
// expect: complete traces=3
//
// A thread that works until it is cancelled, with a cleanup handler.
// The number of traces is what dpor and exhaustive agree on.
#include <assert.h>
#include <pthread.h>

static int cleaned;

static void clean(void* value) { *(int*)value = 1; }

static void* work(void* unused) {
  pthread_cleanup_push(clean, &cleaned);
  for (int i = 0; i < 2; ++i) pthread_testcancel();
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == NULL || result == PTHREAD_CANCELED);
  assert(cleaned == (result == PTHREAD_CANCELED));
  return 0;
}
