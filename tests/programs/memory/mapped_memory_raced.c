// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race traces=2
// expect: bug kind=assertion where=@ traces=2
// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going --isolation=reset
// expect: bug kind=assertion where=@ traces=2
//
// What is mapped is at the same address in every run, whatever else the process has mapped: otherwise what one run
// learns about the memory is not true of the next, and only one order of these two accesses would be seen.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int* numbers;

static void* put(void* argument) {
  numbers[1] = 1;
  return argument;
}

int main(void) {
  numbers = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, put, NULL);
  const int seen = numbers[1];
  pthread_join(thread, NULL);
  assert(seen == 1);  // @
  munmap(numbers, 4096);
}
