// An object that a function initialises although it is in use, or was initialised before and not destroyed: undefined in
// POSIX. A new object where another one was is none of that.
// heddle: -- 1
// expect: bug kind=sync-misuse where=@ says="a mutex that is initialised"
// heddle: --strategy=dpor -- 2
// expect: bug kind=sync-misuse says="a condition variable that is initialised"
// heddle: -- 3
// expect: bug kind=sync-misuse says="a readers-writer lock that is initialised"
// heddle: --strategy=dpor -- 4
// expect: bug kind=sync-misuse says="a semaphore that is initialised"
// heddle: -- 5
// expect: bug kind=sync-misuse says="a barrier that is initialised"
// heddle: --strategy=contextual -- 6
// expect: bug kind=sync-misuse says="a spin lock that is initialised"
// heddle: -- 7
// expect: bug kind=sync-misuse says="a mutex that is locked"
// heddle: --strategy=dpor -- 8
// expect: bug kind=sync-misuse says="a readers-writer lock that is locked"
// heddle: -- 9
// expect: bug kind=sync-misuse says="a condition variable that threads wait on"
// heddle: -- 0
// expect: complete
// heddle: --strategy=dpor -- 0
// expect: complete
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static int chosen_case;

struct All {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_rwlock_t rwlock;
  sem_t semaphore;
  pthread_barrier_t barrier;
  pthread_spinlock_t spin;
};

static struct All all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t begun;
static int go;

static void init(struct All* object, int which) {
  if (which == 0 || which == 1) pthread_mutex_init(&object->mutex, NULL); /* @ */
  if (which == 0 || which == 2) pthread_cond_init(&object->condition, NULL);
  if (which == 0 || which == 3) pthread_rwlock_init(&object->rwlock, NULL);
  if (which == 0 || which == 4) sem_init(&object->semaphore, 0, 1);
  if (which == 0 || which == 5) pthread_barrier_init(&object->barrier, NULL, 1);
  if (which == 0 || which == 6) pthread_spin_init(&object->spin, 0);
}

static void destroy(struct All* object) {
  pthread_mutex_destroy(&object->mutex);
  pthread_cond_destroy(&object->condition);
  pthread_rwlock_destroy(&object->rwlock);
  sem_destroy(&object->semaphore);
  pthread_barrier_destroy(&object->barrier);
  pthread_spin_destroy(&object->spin);
}

static void use(struct All* object) {
  pthread_mutex_lock(&object->mutex);
  pthread_cond_signal(&object->condition);
  pthread_mutex_unlock(&object->mutex);
  pthread_rwlock_rdlock(&object->rwlock);
  pthread_rwlock_unlock(&object->rwlock);
  sem_wait(&object->semaphore);
  pthread_barrier_wait(&object->barrier);
  pthread_spin_lock(&object->spin);
  pthread_spin_unlock(&object->spin);
}

__attribute__((noinline)) static void on_the_stack(void) {
  struct All object;
  init(&object, 0);
  use(&object);
}

static void* wait_for_go(void* unused) {
  if (chosen_case == 7) pthread_mutex_lock(&mutex);
  if (chosen_case == 8) pthread_rwlock_rdlock(&rwlock);
  pthread_mutex_t* own = chosen_case == 7 ? &all.mutex : &mutex;
  pthread_mutex_lock(own);
  sem_post(&begun);
  while (!go) pthread_cond_wait(&condition, own);
  pthread_mutex_unlock(own);
  return unused;
}

static void while_in_use(void) {
  pthread_t thread;
  sem_init(&begun, 0, 0);
  if (chosen_case == 7) pthread_mutex_init(&all.mutex, NULL);
  pthread_create(&thread, NULL, wait_for_go, NULL);
  sem_wait(&begun);
  pthread_mutex_t* own = chosen_case == 7 ? &all.mutex : &mutex;
  pthread_mutex_lock(own);
  if (chosen_case == 7) pthread_mutex_init(&mutex, NULL);
  if (chosen_case == 8) pthread_rwlock_init(&rwlock, NULL);
  if (chosen_case == 9) pthread_cond_init(&condition, NULL);
  go = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(own);
  pthread_join(thread, NULL);
}

// Objects that were destroyed, overwritten, on the heap or on the stack, copied, or made by a static initialiser.
static void one_after_the_other(void) {
  struct All other;
  for (int i = 0; i < 2; ++i) {
    init(&all, 0);
    use(&all);
    destroy(&all);
    on_the_stack();
    struct All* on_the_heap = malloc(sizeof *on_the_heap);
    init(on_the_heap, 0);
    use(on_the_heap);
    free(on_the_heap);
  }
  init(&all, 0);
  memcpy(&other, &all, sizeof other);
  init(&other, 0);
  memset(&all, 0, sizeof all);
  init(&all, 0);
  use(&all);
  pthread_mutex_init(&mutex, NULL);
  pthread_cond_init(&condition, NULL);
  pthread_rwlock_init(&rwlock, NULL);
}

int main(int count, char** arguments) {
  (void)count;
  chosen_case = atoi(arguments[1]);
  if (chosen_case > 6) while_in_use();
  if (chosen_case == 0) one_after_the_other();
  if (chosen_case > 0 && chosen_case <= 6) init(&all, 0);
  if (chosen_case > 0 && chosen_case <= 6) use(&all);
  if (chosen_case > 0 && chosen_case <= 6) init(&all, chosen_case);
  return 0;
}
