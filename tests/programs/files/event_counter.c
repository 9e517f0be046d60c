// limit: `eventfd`
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=unfolding
// expect: complete
// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=exhaustive
// expect: complete
//
// A thread blocks in read until the counter is no longer zero, also by another name of it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter;
static int other_name;
static int data;

static void* reader(void* unused) {
  uint64_t value = 0;
  assert(read(other_name, &value, sizeof value) == sizeof value && value == 3);
  assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  const uint64_t value = 3;
  counter = eventfd(0, 0);
  other_name = dup(counter);
  pthread_create(&thread, NULL, reader, NULL);
  data = 1;
  assert(write(counter, &value, sizeof value) == sizeof value);
  pthread_join(thread, NULL);
  return 0;
}
