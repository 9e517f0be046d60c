// heddle: --strategy=dpor --depth=20 --max-tests=100
// expect: bug kind=data-race
//
// Two loops without end, and without steps as long as their race is not known: cut after the same number of
// iterations in every run.
#include <pthread.h>

static int x;

static void* work(void* unused) {
  for (;;) x = x + 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  return 0;
}
