// heddle: --strategy=contextual --keep-going
// expect: bug kind=use-after-free where=@
// heddle: --strategy=dpor --flags=-O2 --keep-going
// expect: bug kind=use-after-free where=@

// The exception goes through a function that has nothing to clean up; its variable ends nevertheless.

#include <semaphore.h>

#include <thread>

static int* shared;
static sem_t ready;

__attribute__((noinline)) static void lend() {
  int local = 1;
  shared = &local;
  sem_post(&ready);
  throw 1;
}

int main() {
  sem_init(&ready, 0, 0);
  std::thread thread([] {
    try {
      lend();
    } catch (int) {
    }
  });
  sem_wait(&ready);
  *shared = 2;  // @
  thread.join();
}
