// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2 --keep-going
// expect: bug kind=use-after-free where=@

// A structure that is passed by value is a variable of the function that gets it.

#include <pthread.h>

struct numbers {
  int all[8];
};

static void* worker(void* argument) {
  *(int*)argument = 1;  // @
  return 0;
}

__attribute__((noinline)) static void start(pthread_t* thread, struct numbers numbers) {
  pthread_create(thread, 0, worker, &numbers.all[1]);
}

int main(void) {
  pthread_t thread;
  struct numbers numbers = {{1, 2, 3}};
  start(&thread, numbers);
  pthread_join(thread, 0);
}
