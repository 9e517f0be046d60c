// heddle: --strategy=dpor --flags=-Wno-pointer-to-int-cast
// expect: bug kind=assertion where=@
// heddle: --strategy=contextual --flags=-Wno-pointer-to-int-cast
// expect: bug kind=assertion where=@
//
// A pointer that is converted to a small number has lost bits: many pointers become the same number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic(void*) tagged;

static void* tags(void* unused) {
  tagged = (void*)(uintptr_t)0x100000005;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, tags, NULL);
  while ((int)tagged != 5) {
  }
  assert(0);  // @
}
