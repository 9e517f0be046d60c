// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// What an exit handler finds after pthread_exit in main is a state of the whole program: each of the two values is in
// many local states, both together in few.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y, a, b;

static void* set_x(void* unused) {
  x = 1;
  return unused;
}
static void* set_y(void* unused) {
  y = 1;
  return unused;
}
static void* look_at_x(void* unused) {
  a = x;
  return unused;
}
static void* look_at_y(void* unused) {
  b = y;
  return unused;
}

static void look(void) { assert(!(a == 1 && b == 0)); }  // @

int main(void) {
  void* (*functions[])(void*) = {set_x, set_y, look_at_x, look_at_y};
  atexit(look);
  for (int i = 0; i < 4; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, functions[i], NULL);
  }
  pthread_exit(NULL);
}
