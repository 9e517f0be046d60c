// heddle: --strategy=contextual
// expect: bug kind=data-race where=@
// heddle: --strategy=unfolding
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor-1
// expect: bug kind=data-race where=@
// heddle: --strategy=dpor-2
// expect: bug kind=data-race where=@
// heddle: --strategy=exhaustive
// expect: bug kind=data-race where=@
// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race where=@
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race where=@
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --keep-going
// expect: bug kind=data-race where=@
// expect: bug kind=assertion where=@
//
// Two exchanges that store what was already there commute: neither can tell whether it was the first. So they order
// nothing, and the assertion may come before the write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int data;

static void* writer(void* unused) {
  data = 1;
  atomic_exchange(&x, 0);
  return unused;
}

static void* reader(void* unused) {
  atomic_exchange(&x, 0);
  assert(data == 1);  // @
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
