// Policies, priorities and names of threads are what the program has set; where others use them, the order matters.
// limit: | `pthread_setschedparam`, `setschedprio`, `setname_np`, … | are remembered, and steps if other threads use them, too; no policy or priority excludes an order |
// heddle: -- 1
// expect: complete
// heddle: --strategy=dpor -- 1
// expect: complete
// heddle: -- 2
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 2
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 3
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 3
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 4
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 5
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 5
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 6
// expect: bug kind=assertion
// heddle: --strategy=unfolding -- 6
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 7
// expect: complete
// heddle: --strategy=dpor -- 8
// expect: incomplete reason="uncontrolled call (prctl"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static int which;

static const struct sched_param kThree = {3}, kSeven = {7};
static char name[16];

static void expect(int policy, int priority) {
  int is = -1;
  struct sched_param parameters = {-1};
  assert(pthread_getschedparam(pthread_self(), &is, &parameters) == 0);
  assert(is == policy && parameters.sched_priority == priority);
}

static void* inherit(void* unused) {
  expect(SCHED_RR, 7);
  return unused;
}

static void* begin(void* unused) {
  expect(SCHED_FIFO, 3);
  assert(pthread_setschedprio(pthread_self(), 5) == 0);
  expect(SCHED_FIFO, 5);
  assert(pthread_setschedprio(pthread_self(), 0) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &kSeven) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), SCHED_RR, &kSeven) == 0);
  pthread_t child;
  pthread_create(&child, NULL, inherit, NULL);
  pthread_join(child, NULL);
  return unused;
}

static void* is_set(void* unused) {
  expect(SCHED_RR, 7);  // unless it is too early
  return unused;
}

static void* is_named(void* unused) {
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(strcmp(name, "worker") == 0);  // unless it is too early
  return unused;
}

static void* is_not_set(void* unused) {
  expect(SCHED_OTHER, 0);  // unless it is too late
  return unused;
}

static void* is_not_named(void* unused) {
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(strcmp(name, "worker") != 0);  // unless it is too late
  return unused;
}

static void* name_itself(void* unused) {
  pthread_setname_np(pthread_self(), "worker");
  return unused;
}

static void* name_itself_otherwise(void* unused) {
  char own[16];
  prctl(PR_SET_NAME, "a name that is too long");
  prctl(PR_GET_NAME, own);
  assert(strcmp(own, "a name that is ") == 0);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
  pthread_attr_setschedparam(&attributes, &kThree);
  if (which == 1) pthread_create(&thread, &attributes, begin, NULL);
  if (which == 2) {
    pthread_create(&thread, NULL, is_set, NULL);
    pthread_setschedparam(thread, SCHED_RR, &kSeven);
  }
  if (which == 3) {
    pthread_create(&thread, NULL, is_named, NULL);
    pthread_setname_np(thread, "worker");
  }
  if (which == 4) {
    char other[16] = "";
    pthread_create(&thread, NULL, name_itself, NULL);
    pthread_getname_np(thread, other, sizeof other);
    assert(strcmp(other, "worker") != 0);  // unless it is too late
  }
  if (which == 5) {
    pthread_create(&thread, NULL, is_not_set, NULL);
    pthread_setschedparam(thread, SCHED_RR, &kSeven);
  }
  if (which == 6) {
    pthread_create(&thread, NULL, is_not_named, NULL);
    pthread_setname_np(thread, "worker");
  }
  if (which >= 7) {
    char own[16];
    pthread_create(&thread, NULL, name_itself_otherwise, NULL);
    prctl(PR_GET_NAME, own);
    assert(own[0] != 'a');
    if (which == 8) prctl(PR_SET_KEEPCAPS, 0);
  }
  pthread_join(thread, NULL);
  if (which == 1) expect(SCHED_OTHER, 0);
}
