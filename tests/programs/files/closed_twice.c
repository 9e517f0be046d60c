// One thread closes a descriptor twice, and the second time it is another thread's, even if it is a device.
// heddle:
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

int shared;

void* reader(void* unused) {
  close(shared);
  const int own = open("/dev/zero", O_RDONLY);
  char byte;
  assert(read(own, &byte, 1) == 1);  // @
  return unused;
}

int main(void) {
  shared = open("/dev/null", O_RDONLY);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  close(shared);
  pthread_join(thread, NULL);
}
