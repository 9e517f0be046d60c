// heddle: --strategy=dpor
// expect: bug kind=deadlock where=@
//
// The function of a pthread_once waits for itself.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
  pthread_once(&once, make);  // @
}

int main(void) {
  pthread_once(&once, make);
  return 0;
}
