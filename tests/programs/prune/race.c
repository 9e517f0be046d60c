// heddle: --strategy=dpor --prune=assertions --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive --prune=assertions --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
#include <assert.h>
#include <pthread.h>

static int x, y;

static void* writer(void* unused) {
  x = 1;
  y = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int b = y;
  int a = x;
  assert(a == b);  // @
  pthread_join(t, 0);
}
