// limit: `malloc`, `free`, … |
// heddle: --strategy=dpor --keep-going
// expect: bug kind=use-after-free where=@
//
// One thread frees what another one still uses.
#include <pthread.h>
#include <stdlib.h>

static int* shared;

static void* use(void* unused) {
  *shared = 1;  // @
  return unused;
}

int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  pthread_create(&thread, NULL, use, NULL);
  free(shared);
  pthread_join(thread, NULL);
  return 0;
}
