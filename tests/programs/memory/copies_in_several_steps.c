// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race
// expect: bug kind=assertion where=@
//
// A copy reads its source in one step and writes its target in another one. What others write to the source in between
// is not copied: the strategies agree on what is there afterwards.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
  int first, second;
};
static struct pair from, to;
static char text[8], other[8];
static atomic_int written;

static void* copy(void* unused) {
  to = from;
  strcpy(other, text);
  return unused;
}

static void* write(void* unused) {
  from.first = 1;
  strcpy(text, "ab");
  written = 1;
  return unused;
}

static void* look(void* unused) {
  const int before = to.first;
  if (written && before == 0 && other[0] == 'a') assert(to.first == 0);  // @
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, copy, 0);
  pthread_create(&threads[1], 0, write, 0);
  pthread_create(&threads[2], 0, look, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
