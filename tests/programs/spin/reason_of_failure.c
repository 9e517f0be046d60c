// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
//
// An unsuccessful iteration is not without effect: sem_trywait leaves its reason in errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_slots;

static void* take(void* unused) {
  errno = 0;
  while (sem_trywait(&free_slots) != 0) {
  }
  assert(errno == 0);  // @
  return unused;
}

int main(void) {
  pthread_t taker;
  sem_init(&free_slots, 0, 0);
  pthread_create(&taker, NULL, take, NULL);
  sem_post(&free_slots);
  pthread_join(taker, NULL);
  return 0;
}
