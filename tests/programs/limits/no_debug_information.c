// limit: Without debug information (`-g0`) places have only the file name
// heddle: --flags=-g0
// expect: bug kind=data-race where=0 says="data race: write and write of x"
#include <pthread.h>

static int x;

static void* worker(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
