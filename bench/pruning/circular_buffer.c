// A ring buffer of numbers under a lock: what is taken out was put in.
#include "threads.h"
#ifndef N
#define N 3
#endif
enum { SIZE = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE];
static int first, next, count;
static void* sender(void* unused) {
  for (int i = 1; i <= N; i++) {
    pthread_mutex_lock(&lock);
    if (count < SIZE) {
      buffer[next] = i;
      next = (next + 1) % SIZE;
      count++;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* receiver(void* unused) {
  int last = 0;
  for (int i = 1; i <= N; i++) {
    pthread_mutex_lock(&lock);
    if (count > 0) {
      assert(buffer[first] == last + 1);
      last = buffer[first];
      first = (first + 1) % SIZE;
      count--;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
RUN(sender, receiver)
