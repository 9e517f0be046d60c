// heddle: --strategy=contextual --isolation=fork --patience=0.5
// expect: incomplete reason="cut in an endless local loop"
//
// A long loop without steps in a run that has a process of its own: cut, not killed.
#include <pthread.h>

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  for (unsigned long i = 1; i != 0; i += 2) __asm__ volatile("");
  return 0;
}
