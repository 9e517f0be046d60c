// heddle: --strategy=dpor -- 0
// expect: complete traces=1
// heddle: --strategy=contextual --isolation=reset -- 0
// expect: complete
// heddle: --strategy=dpor -- 1
// expect: incomplete reason="mmap of more than a thread may have"
//
// limit: The first 32 threads may map 2 GiB each in one run, the others 32 MiB
//
// A mapping that grows keeps its content and leaves its neighbours alone.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { kPage = 4096, kMuch = 1 << 20 };

static int* map(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

int main(int argc, char** argv) {
  int* const first = map(kPage);
  int* const second = map(kPage);
  first[3] = 7;
  second[0] = 9;
  int* const moved = mremap(first, kPage, kMuch, MREMAP_MAYMOVE);
  assert(moved != MAP_FAILED && moved[3] == 7 && second[0] == 9);
  moved[kMuch / sizeof *moved - 1] = 5;
  int* const third = map(kMuch);
  assert(third != MAP_FAILED && third[0] == 0 && moved[kMuch / sizeof *moved - 1] == 5);
  if (atoi(argv[argc - 1]) == 1) assert(map((size_t)3 << 30) != MAP_FAILED);
}
