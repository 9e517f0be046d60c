// limit: In one run: 4,000,000 operations
// heddle: --strategy=dpor --depth=5000000
// expect: incomplete reason="runs with more than 4000000 operations were cut"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  for (int i = 0; i < 4000001; ++i) x = i;
  return 0;
}
