// heddle: --strategy=dpor
// expect: bug kind=use-after-free says="[local: gone]"
//
// main ends, and with it the variable that the thread writes. The race of the two is the same mistake.
#include <pthread.h>

static void* write_to(void* variable) {
  *(int*)variable = 1;
  return NULL;
}

int main(void) {
  int local = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, write_to, &local);
  pthread_exit(NULL);
}
