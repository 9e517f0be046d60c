// An access whose size is garbage ends where nothing is mapped: nobody looks at the terabytes that it would be.
// heddle: --max-seconds=20
// expect: bug kind=out-of-range
// expect: bug kind=data-race
// heddle: --max-seconds=20 -D UNKNOWN=1
// expect: bug kind=segmentation-fault
#include <pthread.h>
#include <string.h>

static char text[64];
static char *end = text;
static char *volatile unknown = (char *)0x7000000000;
static char copy[16];
static void *volatile found;

static void *grow(void *nothing) {
  end += 8;
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, grow, NULL);
  volatile size_t size = (size_t)1 << 41;
#ifdef UNKNOWN
  found = memchr(unknown, 1, size);
#else
  memcpy(copy + 8, end, size);
#endif
  pthread_join(thread, NULL);
}
