// Which calls of a thread fail is its own matter: two threads may both meet a failure in one run. Libraries get what they
// ask for.
// limit: each thread encounters at most one failure in a run
// heddle: --fail-calls
// expect: bug kind=assertion where=@
// heddle: --fail-calls --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --fail-calls=calloc
// expect: complete
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failed;

static void* worker(void* unused) {
  (void)unused;
  char* const text = malloc(10);
  pthread_mutex_lock(&lock);
  if (text == NULL) ++failed;
  pthread_mutex_unlock(&lock);
  free(text);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int started = 0;
  for (int i = 0; i < 2; ++i) started += pthread_create(&threads[started], NULL, worker, NULL) == 0;
  printf("%d\n", started);
  for (int i = 0; i < started; ++i) pthread_join(threads[i], NULL);
  assert(failed < 2);  // @
  return 0;
}
