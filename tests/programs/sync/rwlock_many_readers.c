// heddle: --strategy=dpor
// expect: complete traces=16
// heddle: --strategy=dpor-2
// expect: complete traces=16
// heddle: --strategy=auto
// expect: complete
//
// Four readers and a writer: each reader comes before or after the writer, 2^4, instead of 5976 orders.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* read_it(void* unused) {
  pthread_rwlock_rdlock(&lock);
  assert(value == 0 || value == 1);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* write_it(void* unused) {
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, read_it, NULL);
  pthread_create(&threads[4], NULL, write_it, NULL);
  for (int i = 0; i < 5; ++i) pthread_join(threads[i], NULL);
  return 0;
}
