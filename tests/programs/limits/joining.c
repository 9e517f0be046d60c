// limit: Joining makes the local state of the waiting thread depend on everything that the joined thread has done.
// heddle: -D JOINS=0
// expect: complete tests=2
// heddle: -D JOINS=1
// expect: complete tests=2
// heddle: -D JOINS=1 --joins=precise
// expect: complete tests=4
// heddle: -D JOINS=1 --strategy=contextual
// expect: complete tests=4
#include <pthread.h>
#include <stdatomic.h>

static atomic_int numbers[2];

static void* add(void* number) {
  *(atomic_int*)number += 1;
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, add, &numbers[i % 2]);
  for (int i = 0; i < 4 && JOINS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
