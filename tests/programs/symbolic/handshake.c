// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor-2
// expect: bug kind=assertion where=@
//
// Two steps with a magic number: the client sends what it was given, the server answers with a number that depends on
// it, and only the right answer to the answer, in time, opens the door.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint request, challenge, answer;
static atomic_int stage;

static void* server(void* unused) {
  if (atomic_load(&stage) != 1) return unused;
  const unsigned r = atomic_load(&request);
  if ((r ^ 0x5a5au) * 3 != 0x11ff3u) return unused;
  atomic_store(&challenge, r + 17);
  atomic_store(&stage, 2);
  if (atomic_load(&stage) != 3) return unused;
  assert(atomic_load(&answer) != r * 2 + 1); // @
  return unused;
}

int main(void) {
  const unsigned first = heddle_uint32("first");
  const unsigned second = heddle_uint32("second");
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  atomic_store(&request, first);
  atomic_store(&stage, 1);
  if (atomic_load(&stage) == 2) {
    const unsigned c = atomic_load(&challenge);
    if (second - c == c - 33) {
      atomic_store(&answer, second);
      atomic_store(&stage, 3);
    }
  }
  pthread_join(thread, 0);
  return 0;
}
