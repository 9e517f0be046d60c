// heddle: --strategy=dpor --keep-going
// expect: bug kind=use-after-free where=@
// expect: bug kind=double-free
// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// expect: bug kind=double-free
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=use-after-free where=@

// That the memory of the semaphore is freed just after somebody has begun to use it must not hide what that thread does
// next, with a mutex in the same memory.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static struct {
  pthread_mutex_t mutex;
  sem_t semaphore;
} * object;

static void* release(void* unused) {
  free(object);
  return unused;
}

static void* use(void* unused) {
  sem_post(&object->semaphore);
  pthread_mutex_lock(&object->mutex);  // @
  return unused;
}

int main(void) {
  object = calloc(1, sizeof *object);
  sem_init(&object->semaphore, 0, 1);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, release, 0);
  pthread_create(&threads[1], 0, release, 0);
  pthread_create(&threads[2], 0, use, 0);
  return 0;
}
