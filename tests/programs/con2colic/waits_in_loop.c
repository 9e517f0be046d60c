// heddle: --strategy=con2colic -D CASE=1
// expect: complete says="3 of 4 branches (k=0: 1, k=1: 1, k=2: 1)"
// heddle: --strategy=con2colic -D CASE=2
// expect: bug kind=livelock where=53
// heddle: --strategy=con2colic -D CASE=3
// expect: bug kind=livelock where=65
// heddle: --strategy=con2colic -D CASE=4
// expect: bug kind=livelock
// heddle: --strategy=con2colic -D CASE=5
// expect: complete
// heddle: --strategy=con2colic -D CASE=6
// expect: complete
// heddle: --strategy=con2colic -D CASE=7
// expect: incomplete reason="con2colic does not follow what a loop that waits hands on from turn to turn"
// heddle: --strategy=con2colic -D CASE=8
// expect: complete
// heddle: --strategy=con2colic -D CASE=9
// expect: complete
// heddle: --strategy=con2colic --keep-going -D CASE=10
// expect: bug kind=livelock where=158
// expect: bug kind=livelock where=164
//
// Loops that wait: what follows them needs a write that ends them, and a thread that waits there for ever is a livelock,
// found together with what all others do.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, other;
static int data;

#if CASE == 1
static void* first(void* unused) {
  data = 5;
  atomic_store(&flag, 1);
  return unused;
}
static void* second(void* unused) {
  while (!atomic_load(&flag)) {
  }
  assert(data == 5);
  return unused;
}
#elif CASE == 2
// Only if the other one is late.
static void* first(void* unused) {
  if (atomic_load(&other) == 0) atomic_store(&flag, 1);
  return unused;
}
static void* second(void* unused) {
  atomic_store(&other, 1);
  while (!atomic_load(&flag)) {
  }
  return unused;
}
#elif CASE == 3
// It may never see what is there for a moment only.
static void* first(void* unused) {
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  return unused;
}
static void* second(void* unused) {
  while (!atomic_load(&flag)) {
  }
  return unused;
}
#elif CASE == 4
// Each waits for the other one.
static void* first(void* unused) {
  while (!atomic_load(&flag)) {
  }
  atomic_store(&other, 1);
  return unused;
}
static void* second(void* unused) {
  while (!atomic_load(&other)) {
  }
  atomic_store(&flag, 1);
  return unused;
}
#elif CASE == 5
// A lock by test-and-set.
static void* first(void* unused) {
  while (atomic_exchange(&flag, 1)) {
  }
  ++data;
  atomic_store(&flag, 0);
  return unused;
}
#define second first
#elif CASE == 6
// A ticket lock.
static void* first(void* unused) {
  int mine = atomic_fetch_add(&flag, 1);
  while (atomic_load(&other) != mine) {
  }
  ++data;
  atomic_store(&other, mine + 1);
  return unused;
}
#define second first
#elif CASE == 7
// What follows the loop depends on what it has seen before its last turn.
static void* first(void* unused) {
  atomic_store(&flag, 5);
  atomic_store(&flag, 1);
  return unused;
}
static void* second(void* unused) {
  int last = 0;
  for (int now; (now = atomic_load(&flag)) != 1;) last = now;
  data = last;
  return unused;
}
#elif CASE == 8
// It looks with a lock.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* second(void* unused) {
  for (int now = 0; !now;) {
    pthread_mutex_lock(&mutex);
    now = ready;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
#elif CASE == 9
// Peterson's algorithm: a loop that looks at two variables.
static atomic_int wants[2];
static void enter(int me) {
  atomic_store(&wants[me], 1);
  atomic_store(&flag, 1 - me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&flag) != me) {
  }
  ++data;
  atomic_store(&wants[me], 0);
}
static void* first(void* unused) {
  enter(0);
  return unused;
}
static void* second(void* unused) {
  enter(1);
  return unused;
}
#elif CASE == 10
// Both wait for ever if both have written before they look, and one of them if it is the last to write.
static void* first(void* unused) {
  atomic_store(&flag, 1);
  while (atomic_load(&flag) != 1) {
  }
  return unused;
}
static void* second(void* unused) {
  atomic_store(&flag, 2);
  while (atomic_load(&flag) == 1) {
  }
  return unused;
}
#endif

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
