// limit: Two threads cannot compare their clocks
// heddle:
// expect: complete assuming="virtual clocks"
//
// On a real machine, a thread that sleeps longer may nevertheless come first, or not; here each has its own time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static _Atomic time_t later;

static void* sleeps(void* unused) {
  sleep(10);
  later = time(NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  const time_t now = time(NULL);
  pthread_create(&thread, NULL, sleeps, NULL);
  pthread_join(thread, NULL);
  assert(later >= now + 10 && time(NULL) < now + 10);
  return 0;
}
