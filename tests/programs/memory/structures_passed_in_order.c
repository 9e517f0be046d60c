// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct numbers {
  int all[8];
};

struct __attribute__((aligned(64))) wide {
  int all[32];
};

static void* worker(void* argument) {
  ++*(int*)argument;
  return 0;
}

__attribute__((noinline)) static void run(struct numbers numbers) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, &numbers.all[1]);
  pthread_join(thread, 0);
  assert(numbers.all[1] == 3);
}

__attribute__((noinline)) static int at(const int* numbers, int index) {
  assert((uintptr_t)numbers % 64 == 0);
  return numbers[index];
}

__attribute__((noinline)) static int get(struct wide wide, int index) { return at(wide.all, index); }

int main(int count, char** arguments) {
  const struct numbers numbers = {{count, 2, 3}};
  run(numbers);
  assert(numbers.all[1] == 2);
  const struct wide wide = {{count, 2, 3}};
  assert(get(wide, count) == 2);
}
