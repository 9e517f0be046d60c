// heddle: --strategy=con2colic --flags=-fno-symbolic
// expect: usage says="--strategy=con2colic needs a program that is compiled with 'heddle cc -fsymbolic'"
//
// Without expressions no read can be symbolic.
#include <pthread.h>
#include <stddef.h>

static void* nothing(void* argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  return pthread_join(thread, NULL);
}
