// heddle:
// expect: bug kind=assertion
// heddle: --strategy=dpor
// expect: bug kind=assertion
// heddle: --strategy=unfolding
// expect: bug kind=assertion
// heddle: -D MENDED=1
// expect: complete
// heddle: -D MENDED=1 --strategy=dpor
// expect: complete
//
// Two sensors add what they measure to an average, and the heating is switched when that is known. Without the lock, one
// measurement may be lost: then the average of two warm rooms is a cold one.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic double sum;

static void* sensor(void* unused) {
  float celsius;
  heddle_input(&celsius, sizeof celsius, "celsius");
  heddle_assume(celsius > 20.5f && celsius < 30);
#ifdef MENDED
  pthread_mutex_lock(&m);
#endif
  sum = sum + celsius;
#ifdef MENDED
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, sensor, 0);
  pthread_create(&b, 0, sensor, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  const int heats = sum / 2 < 20;
  assert(!heats);
  return 0;
}
