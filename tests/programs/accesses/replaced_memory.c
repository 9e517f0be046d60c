// System calls that replace what is in memory write to it, and a file that is mapped is memory.
// heddle: --strategy=dpor --keep-going -- 0
// expect: bug kind=data-race
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=data-race
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor -- 2
// expect: incomplete reason="reading or writing a file that is mapped"
// heddle: --strategy=dpor -- 3
// expect: incomplete reason="reading or writing a file that is mapped"
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kSize = 4096 };

char* memory;
int file;

static void* change(void* which) {
  switch (*(int*)which) {
    case 0: madvise(memory, kSize, MADV_DONTNEED); break;
    case 1: mmap(memory, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); break;
    case 2: memory[0] = 0; break;
    default: (void)!pwrite(file, "", 1, 0);
  }
  return NULL;
}

static void* look(void* which) {
  char first = 1;
  if (*(int*)which == 2)
    (void)!pread(file, &first, 1, 0);
  else
    first = memory[0];
  if (*(int*)which >= 2) return NULL;
  if (first == 0) abort();
  assert(!"not yet");
  return NULL;
}

int main(int argc, char** argv) {
  int which = argc > 1 ? atoi(argv[1]) : 0;
  char name[] = "/tmp/heddle-mapped-XXXXXX";
  file = mkstemp(name);
  unlink(name);
  (void)!ftruncate(file, kSize);
  const int flags = which < 2 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  memory = mmap(NULL, kSize, PROT_READ | PROT_WRITE, flags, which < 2 ? -1 : file, 0);
  memory[0] = 1;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, change, &which);
  pthread_create(&threads[1], NULL, look, &which);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
