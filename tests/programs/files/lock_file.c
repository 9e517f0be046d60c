// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor
// expect: complete
//
// A file that is created exclusively is a lock; it is gone at the end of every run, even if the program leaves it.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int inside;
static atomic_int created;

static void* work(void* unused) {
  const int file = open("lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file < 0) return unused;
  ++created;
  ++inside;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(created == 1 && inside == 1);
  return 0;
}
