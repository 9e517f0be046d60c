// heddle: --strategy=contextual
// expect: bug kind=data-race where=@

// Memory of a file is memory.

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int* one;

static void* worker(void* unused) {
  *one = 1;
  return unused;
}

int main(void) {
  FILE* file = tmpfile();
  if (ftruncate(fileno(file), 4096) != 0) return 0;
  one = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  *one = 2;  // @
  pthread_join(thread, NULL);
  return 0;
}
