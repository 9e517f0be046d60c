// limit: real, and steps when several threads are alive
// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// Two threads write to one pipe: either may be first.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* put(void* text) {
  if (write(ends[1], text, 1) != 1) return text;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  char c[2];
  if (pipe(ends) != 0) return 0;
  pthread_create(&a, NULL, put, "a");
  pthread_create(&b, NULL, put, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (read(ends[0], c, 2) != 2) return 0;
  assert(c[0] == 'a');  // @
  return 0;
}
