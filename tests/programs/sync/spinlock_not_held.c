// heddle: --strategy=dpor
// expect: bug kind=lock-misuse where=@
//
// trylock fails, and the thread unlocks all the same.
#include <pthread.h>

static pthread_spinlock_t lock;

static void* work(void* unused) {
  pthread_spin_trylock(&lock);
  pthread_spin_unlock(&lock);  // @
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
