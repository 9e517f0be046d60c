// Two threads that take two locks in opposite orders, and get out of each other's way: each attempt that fails can be
// left out. One that somebody else sees, cannot.
// heddle: -D SEEN=0
// expect: complete
// heddle: -D SEEN=0 --strategy=dpor
// expect: complete traces=5
// heddle: -D SEEN=1
// expect: bug kind=assertion where=@
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int both;

void take(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  ++both;
  pthread_mutex_unlock(first);
  pthread_mutex_unlock(second);
}

void* other(void* unused) {
  take(&a, &b);
  return unused;
}

int main(void) {
  pthread_t thread;
  if (SEEN) pthread_mutex_lock(&b);
  pthread_create(&thread, NULL, other, NULL);
  if (SEEN) {
    int held = 0;
    for (int i = 0; i < 2; ++i) {
      if (pthread_mutex_trylock(&a) != 0)
        ++held;
      else
        pthread_mutex_unlock(&a);
    }
    assert(held != 2);  // @
    pthread_mutex_unlock(&b);
  } else {
    take(&b, &a);
  }
  pthread_join(thread, NULL);
  assert(both == 2 - SEEN);
}
