// heddle:
// expect: incomplete reason="mremap that maps memory twice"
//
// limit: The same holds for `mremap` of a mapping without a size
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int* names[2];

static void* put(void* name) {
  **(int**)name = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  names[0] = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  names[1] = mremap(names[0], 0, 4096, MREMAP_MAYMOVE);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, put, &names[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
