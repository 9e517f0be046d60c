// heddle: --strategy=contextual
// expect: incomplete reason="sched_getaffinity after processors were chosen"
// heddle: --strategy=dpor
// expect: incomplete reason="sched_getaffinity after processors were chosen"
// limit: | `pthread_setaffinity_np`, `sched_setaffinity` | bind no thread to processors; asking for them afterwards is named |
//
// All threads are one of the system, so that no thread is bound to a processor: it would hold for the others, and for
// the runs after this one. In one of the orders the answer is asked for after it should have changed.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static void* choose(void* argument) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  sched_setaffinity(0, sizeof set, &set);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, choose, NULL);
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  pthread_join(thread, NULL);
  return CPU_COUNT(&set) == 0;
}
