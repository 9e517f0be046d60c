// Descriptors get the lowest number that is free.
// heddle: -- 1
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 1
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding -- 2
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 2
// expect: bug kind=assertion
// heddle: -- 3
// expect: bug kind=data-race
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static int which;

static int numbers[2];
static int shared;

static int open_file(void) { return open("/etc/passwd", O_RDONLY); }

static void* first(void* unused) {
  if (which == 1) numbers[0] = open_file();
  if (which == 2) close(numbers[0]);
  if (which == 2) close(numbers[0]);  // it may be the other's by now
  if (which == 3) shared = 1;
  if (which == 3) close(open_file());
  return unused;
}

static void* second(void* unused) {
  char c = 0;
  numbers[1] = open_file();
  if (which == 2) assert(read(numbers[1], &c, 1) == 1);
  if (which == 3) shared = 2;
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t threads[2];
  if (which == 2) numbers[0] = open_file();
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  if (which == 1) assert(numbers[0] < numbers[1]);  // @
}
