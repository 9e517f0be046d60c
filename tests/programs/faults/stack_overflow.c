// heddle: --strategy=dpor
// expect: bug kind=stack-overflow
//
// A recursion without end.
#include <pthread.h>
#include <string.h>

static int depth(int n) {
  char space[4096];
  memset(space, n, sizeof space);
  return depth(n + 1) + space[n % 4096];
}

static void* work(void* unused) {
  if (depth(0) == 42) return unused;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
