// limit: A file that is mapped twice is memory with two addresses: the second `mmap` is named
// heddle: --strategy=contextual
// expect: incomplete reason="mapped already"

// Two addresses of one memory.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int* one;
static int* two;

static void* worker(void* unused) {
  *one = 1;
  return unused;
}

int main(void) {
  FILE* file = tmpfile();
  if (ftruncate(fileno(file), 4096) != 0) return 0;
  one = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  two = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  *two = 2;
  pthread_join(thread, NULL);
  return 0;
}
