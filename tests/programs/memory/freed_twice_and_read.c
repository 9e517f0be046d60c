// heddle: --strategy=dpor --keep-going
// expect: bug kind=double-free where=@
// expect: bug kind=use-after-free where=13
// expect: bug kind=data-race
// heddle: --strategy=contextual --keep-going
// expect: bug kind=double-free where=@
// expect: bug kind=use-after-free where=13
// expect: bug kind=data-race
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=double-free where=@
// expect: bug kind=use-after-free where=13

static int* block; static int read_it(void) { return *block; }

// In the first run main frees the block before the other thread does: that the other one comes too late must not hide
// that it may come first, or at the same time as the reader.

#include <pthread.h>
#include <stdlib.h>

static void* reader(void* unused) { return read_it() == 7 ? unused : 0; }

static void* nothing(void* unused) { return unused; }

static void* releaser(void* unused) {
  pthread_t other;
  pthread_create(&other, 0, nothing, 0);
  pthread_join(other, 0);
  free(block);
  return unused;
}

int main(void) {
  pthread_t first, second;
  block = calloc(2, sizeof *block);
  pthread_create(&first, 0, releaser, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(second, 0);
  free(block);  // @
  pthread_join(first, 0);
  return 0;
}
