// A barrier that is waited for while another thread initialises it: both orders are seen.
// heddle: --strategy=dpor --keep-going
// expect: bug kind=sync-misuse traces=2
// expect: bug kind=data-race
// heddle: --strategy=contextual --keep-going
// expect: bug kind=sync-misuse
// expect: bug kind=data-race
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=sync-misuse
// expect: bug kind=data-race
#include <pthread.h>

static pthread_barrier_t barrier;

static void* arrive(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, arrive, NULL);
  pthread_barrier_init(&barrier, NULL, 2);
  return 0;
}
