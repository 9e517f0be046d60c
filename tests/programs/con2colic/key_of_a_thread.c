// heddle: --strategy=con2colic
// expect: complete
//
// The key is read from shared memory, so it is a variable, and its value is decided.
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;

static void* work(void* argument) {
  pthread_setspecific(key, argument);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int value = 0;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, work, &value);
  pthread_join(thread, NULL);
  return 0;
}
