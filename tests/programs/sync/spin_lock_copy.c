// A copy of a spin lock is not a spin lock.
// heddle:
// expect: bug kind=sync-misuse where=@
#include <pthread.h>
#include <string.h>

struct account {
  pthread_spinlock_t lock;
  int balance;
} a, b;

void* pay(void* unused) {
  pthread_spin_lock(&a.lock);
  ++a.balance;
  pthread_spin_unlock(&a.lock);
  return unused;
}

int main(void) {
  pthread_spin_init(&a.lock, PTHREAD_PROCESS_PRIVATE);
  b = a;
  pthread_t thread;
  pthread_create(&thread, NULL, pay, NULL);
  pthread_spin_lock(&b.lock);  // @
  pthread_spin_unlock(&b.lock);
  pthread_join(thread, NULL);
}
