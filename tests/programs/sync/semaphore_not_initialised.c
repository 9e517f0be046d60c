// heddle: --strategy=dpor
// expect: bug kind=sync-misuse where=@
//
// A semaphore that nobody has initialised.
#include <semaphore.h>

static sem_t semaphore;

int main(void) {
  sem_post(&semaphore);  // @
  return 0;
}
