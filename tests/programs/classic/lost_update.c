// heddle: --strategy=dpor --keep-going
// expect: bug kind=assertion where=@ traces=4
// expect: bug kind=data-race
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=assertion where=@ traces=4
// heddle: --strategy=contextual --keep-going
// expect: bug kind=assertion where=@
//
// Two threads add to a counter without a lock. The race makes the counter visible; its two reads and writes have four
// traces, and in two of them an update is lost.
#include <assert.h>
#include <pthread.h>

static int counter;

static void* add(void* unused) {
  counter = counter + 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);  // @
  return 0;
}
