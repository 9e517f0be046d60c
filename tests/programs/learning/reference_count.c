// heddle: --strategy=dpor
// expect: bug kind=data-race
// heddle: --strategy=contextual
// expect: bug kind=data-race
//
// The last user frees the object without having acquired what the others did. That the counter has plain accesses, too,
// the first run shows at its end, and only the next one looks for races there: no difference between the two.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int users;
  int data;
};

static void leave(struct object* object) {
  if (atomic_fetch_sub_explicit(&object->users, 1, memory_order_release) == 1) free(object);
}

static void* use(void* argument) {
  struct object* object = argument;
  object->data++;
  leave(object);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct object* object = malloc(sizeof *object);
  object->users = 2;
  object->data = 0;
  pthread_create(&thread, NULL, use, object);
  leave(object);
  return 0;
}
