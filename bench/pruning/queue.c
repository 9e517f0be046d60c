// A queue under a lock, whose consumer compares what it gets with what was put in.
#include "threads.h"
enum { SIZE = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[SIZE], stored[SIZE];
static int head, tail;
static atomic_int sent;
static void* producer(void* unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    stored[tail] = i * 2 + 1;
    elements[tail] = i * 2 + 1;
    tail++;
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&sent, 1);
  }
  return unused;
}
static void* consumer(void* unused) {
  for (int i = 0; i < SIZE; i++) {
    if (atomic_load(&sent) == 0) continue;
    pthread_mutex_lock(&lock);
    if (head < tail) {
      assert(elements[head] == stored[head]);
      head++;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
RUN(producer, consumer)
