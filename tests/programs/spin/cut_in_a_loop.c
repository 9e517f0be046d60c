// A loop that looks 10,000 times is cut after as many steps as a thread may take: wherever it then is, it is one reason.
// heddle: --strategy=dpor --depth=100
// expect: incomplete reason="1 thread cut after k=100 steps in the loop at"
// heddle: --strategy=contextual --depth=100
// expect: incomplete reason="1 thread cut after k=100 steps in the loop at"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, tries, result;

static void* work(void* unused) {
  ready = 1;
  return unused;
}

static int is_ready(void) {
  for (int i = 0; i < 10000; ++i) {
    if (ready) return i + 1;  // it matters how often
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (is_ready()) {
    tries = 1;
    result = 2;
  }
  pthread_join(thread, NULL);
}
