// heddle: --strategy=dpor --symmetry=on
// expect: bug kind=assertion where=@
// heddle:
// expect: bug kind=assertion where=@
//
// A thread that asks which one it is can be told apart.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;

static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  if (first == 0) first = pthread_self();
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first == a);  // @
  return 0;
}
