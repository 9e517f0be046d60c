// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O1 --keep-going
// expect: bug kind=use-after-free where=@

#include <alloca.h>
#include <pthread.h>

static void* worker(void* argument) {
  *(int*)argument = 1;  // @
  return 0;
}

__attribute__((noinline)) static void start(pthread_t* thread, int length) {
  int* array = alloca(length * sizeof *array);
  array[1] = 0;
  pthread_create(thread, 0, worker, &array[1]);
}

int main(int count, char** arguments) {
  pthread_t thread;
  start(&thread, count + 3);
  pthread_join(thread, 0);
}
