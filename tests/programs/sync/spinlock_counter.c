// heddle: --strategy=dpor
// expect: complete traces=2
// heddle: --strategy=exhaustive
// expect: complete traces=2
//
// Two threads add to a counter under a spin lock; a thread that waits for it does not spin in Heddle.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* add(void* unused) {
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
  return 0;
}
