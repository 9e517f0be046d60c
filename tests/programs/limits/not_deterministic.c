// limit: opening files below `/dev`, `/proc`, `/sys` | real, and named
// heddle:
// expect: not-deterministic says="its first run, repeated, differs from operation"
// expect: not-deterministic says="uncontrolled call (open of /dev/urandom"
// expect: not-deterministic says="what it reads from outside can be made an input"
//
// What is different in the first two runs is shown, with the calls that may be the reason.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_ullong x;

static void* worker(void* unused) {
  unsigned long long random = 0;
  const int device = open("/dev/urandom", O_RDONLY);
  if (read(device, &random, sizeof random) == sizeof random) x = random;
  close(device);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  x = 1;
  pthread_join(thread, NULL);
  return 0;
}
