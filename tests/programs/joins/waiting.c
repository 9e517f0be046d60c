// heddle: --strategy=contextual --joins=closing
// expect: bug kind=deadlock
// heddle: --strategy=contextual --joins=closing --flags=-DDETACHED
// expect: complete
// heddle: --strategy=unfolding --joins=closing --flags=-DDETACHED
// expect: complete
// heddle: --strategy=contextual --joins=closing --flags=-DNESTED
// expect: bug kind=deadlock
//
// A thread waits for ever if two others do what they need not do. Main, which joins it, waits with it; if it joins only
// the others, it ends the program, and that is not a deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x, y;
static sem_t posted;

static void* unless_x(void* unused) {
  if (atomic_load(&x) == 0) sem_post(&posted);
  return unused;
}

static void* unless_y(void* unused) {
  if (atomic_load(&y) == 0) sem_post(&posted);
  return unused;
}

static void* wait_for_one(void* unused) {
  sem_wait(&posted);
  return unused;
}

static void* set(void* which) {
  atomic_store((atomic_int*)which, 1);
  return 0;
}

static void* all(void* unused) {
  pthread_t threads[5];
  pthread_create(&threads[0], 0, set, &x);
  pthread_create(&threads[1], 0, set, &y);
  pthread_create(&threads[2], 0, unless_x, 0);
  pthread_create(&threads[3], 0, unless_y, 0);
  pthread_create(&threads[4], 0, wait_for_one, 0);
#ifdef DETACHED
  pthread_detach(threads[4]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
#else
  for (int i = 0; i < 5; ++i) pthread_join(threads[i], 0);
#endif
  return unused;
}

int main(void) {
  sem_init(&posted, 0, 0);
#ifdef NESTED
  pthread_t thread;
  pthread_create(&thread, 0, all, 0);
  pthread_join(thread, 0);
#else
  all(0);
#endif
}
