// heddle: --strategy=dpor
// expect: complete traces=1
//
// Values per thread, and destructors that run when the thread ends: not visible to others, so there is one trace.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed[3];

static void destroy(void* value) { destroyed[*(int*)value] = 1; }

static void* work(void* argument) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, argument);
  assert(pthread_getspecific(key) == argument);
  return NULL;
}

int main(void) {
  int ids[3] = {0, 1, 2};
  pthread_t a, b;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &ids[2]);
  pthread_create(&a, NULL, work, &ids[0]);
  pthread_create(&b, NULL, work, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(destroyed[0] && destroyed[1] && !destroyed[2]);
  assert(*(int*)pthread_getspecific(key) == 2);
  pthread_key_delete(key);
  assert(pthread_getspecific(key) == NULL);
  return 0;
}
