// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race says="a library function that writes one of several shared variables too late"
// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race says="a library function that writes one of several shared variables too late"
//
// One call writes two variables, each in a step. What others do between the two steps comes too early for the first one.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int a, b;
static atomic_int seen;

static void* scan(void* unused) {
  sscanf("1 2", "%d %d", &a, &b);
  return unused;
}

static void* look(void* unused) {
  if (a == 1 && b == 0) seen = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, scan, 0);
  pthread_create(&threads[1], 0, look, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
