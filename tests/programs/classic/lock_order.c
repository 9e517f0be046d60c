// heddle: --strategy=dpor --keep-going
// expect: bug kind=deadlock traces=3 deadlocks=1
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=deadlock traces=3
// heddle: --strategy=contextual --keep-going
// expect: bug kind=deadlock
//
// Two locks in two orders: one thread first, the other first, or each has one and waits for the other.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void* from_left(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void* from_right(void* unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, from_left, NULL);
  pthread_create(&b, NULL, from_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
