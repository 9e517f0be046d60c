// limit: Of the races that one access has with earlier ones, the first 64 are reported.
// heddle: --keep-going --strategy=dpor
// expect: bug kind=data-race
// expect: bug kind=data-race says="races may be missing"
//
// A call of memset is one access. The bytes in between keep what the other thread has written apart.
#include <pthread.h>
#include <string.h>

static struct {
  char byte, gap[15];
} all[66];

static void* work(void* unused) {
  for (int i = 0; i < 66; ++i) all[i].byte = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  memset(all, 0, sizeof all);
  pthread_join(thread, NULL);
  return 0;
}
