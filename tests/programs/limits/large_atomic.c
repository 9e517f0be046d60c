// limit: Atomic objects of more than 16 bytes, whose operations are library calls (`__atomic_load`), are named.
// heddle: --flags=-latomic
// expect: incomplete reason="uncontrolled call (__atomic_load"
#include <pthread.h>

struct large {
  long parts[4];
};

static _Atomic struct large shared;

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  const struct large copy = shared;
  pthread_join(thread, NULL);
  return (int)copy.parts[0];
}
