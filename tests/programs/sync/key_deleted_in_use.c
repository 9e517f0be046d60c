// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
//
// A thread-specific value is gone once another thread has deleted its key.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void* use(void* value) {
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value);  // @
  return NULL;
}

int main(void) {
  int value = 0;
  pthread_t thread;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, use, &value);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
}
