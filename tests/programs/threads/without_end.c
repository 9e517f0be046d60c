// limit: At most 1,024 threads (`trace::kMaxThreads`)
// heddle: --strategy=contextual --depth=3000
// expect: incomplete reason="the program starts more than 1024 threads"
// heddle: --strategy=unfolding --depth=3000
// expect: incomplete reason="the program starts more than 1024 threads"
// heddle: --strategy=dpor --depth=3000
// expect: incomplete reason="the program starts more than 1024 threads"
// heddle: --strategy=dpor-1 --depth=3000
// expect: incomplete reason="the program starts more than 1024 threads"
//
// Nobody has that many.
#include <pthread.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, NULL, nothing, NULL);
}
