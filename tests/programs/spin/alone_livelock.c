// heddle: --strategy=dpor
// expect: bug kind=livelock
// heddle: --strategy=contextual
// expect: bug kind=livelock
//
// Nobody else is there to open the lock. What each unsuccessful iteration writes to `expected` is not announced,
// since the thread is alone; that nothing has changed when the loop comes round is still noticed.
#include <stdatomic.h>

static _Atomic int locked = 1;
static int expected;

int main(void) {
  while (!atomic_compare_exchange_strong(&locked, &expected, 1)) expected = 0;
  return 0;
}
