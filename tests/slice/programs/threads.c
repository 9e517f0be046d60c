// What a thread does counts if another one may see it, also by the order that locks, joins and loops that wait make.
// slice: --assertions
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data, noise;
atomic_int ready, unrelated;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

void* producer(void* unused) {
  noise = 1;                       // -
  pthread_mutex_lock(&other);      // >
  data = 1;                        // >
  pthread_mutex_unlock(&other);    // >
  ready = 1;                       // >
  unrelated = 1;                   // -
  return unused;                   // >
}

void* consumer(void* unused) {
  noise = 2;                       // .
  while (!ready) {                 // >
    unrelated = 2;                 // .
  }
  pthread_mutex_lock(&lock);       // >
  assert(data == 1);               // !
  pthread_mutex_unlock(&lock);     // >
  return unused;                   // >
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, producer, NULL);    // >
  pthread_create(&two, NULL, consumer, NULL);    // >
  noise = 3;                                     // .
  pthread_join(one, NULL);                       // >
  assert(ready);                                 // !
  pthread_create(&three, NULL, producer, NULL);  // >
  pthread_join(two, NULL);                       // -
  noise = unrelated;                             // -
  return 0;                                      // -
}
