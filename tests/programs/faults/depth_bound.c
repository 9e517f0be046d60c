// limit: A thread takes at most `--depth` steps in a run
// heddle: --strategy=dpor --depth=20
// expect: incomplete
//
// A thread that takes steps for ever is cut at the depth bound, and the verdict names the place.
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  for (;;) atomic_fetch_add(&x, 1);
}
