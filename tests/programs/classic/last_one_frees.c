// heddle: --strategy=contextual
// expect: complete tests=6 events=30
// heddle: --strategy=dpor
// expect: complete traces=3
// heddle: --strategy=dpor-2
// expect: complete traces=6
//
// To `dpor` only who is the last one matters.
// The last thread to release an object frees it. Freeing it comes after everything that the others did with it, in
// every test: it is not an event, nor is what they did with it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Object {
  atomic_int users;
  int value;
};

static void let_go(struct Object* object) {
  if (atomic_fetch_sub(&object->users, 1) == 1) free(object);
}

static void* run(void* argument) {
  let_go(argument);
  return NULL;
}

int main(void) {
  struct Object* object = malloc(sizeof *object);
  object->users = 3;
  object->value = 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, run, object);
  let_go(object);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
