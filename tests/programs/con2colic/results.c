// heddle: --strategy=con2colic -D VALUE=1
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D VALUE=8
// expect: bug kind=assertion where=@
// heddle: --strategy=con2colic -D VALUE=2
// expect: complete
//
// What a thread returns is what it has read, or depends on it: the thread that joins it gets a variable.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long x;

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  x = x + 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* get(void* unused) {
  pthread_mutex_lock(&mutex);
  long value = x;
  pthread_mutex_unlock(&mutex);
  if (VALUE == 8 && value == 1) pthread_exit((void*)8);
  return unused == NULL ? (void*)value : NULL;
}

int main(void) {
  pthread_t first, second;
  void* result;
  pthread_create(&first, NULL, get, NULL);
  pthread_create(&second, NULL, set, NULL);
  pthread_join(second, NULL);
  pthread_join(first, &result);
  assert(result != (void*)VALUE);  // @
  return 0;
}
