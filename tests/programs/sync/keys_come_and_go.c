// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// The number of a key that is being deleted is free when others see that it is, not before.
#include <assert.h>
#include <pthread.h>

static void* use(void* value) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value);
  pthread_key_delete(key);
  return NULL;
}

int main(void) {
  int values[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, &values[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
