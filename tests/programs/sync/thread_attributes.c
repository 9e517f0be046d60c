// heddle: --strategy=dpor
// expect: complete traces=1
//
// Results of threads, pthread_exit, names, stacks, handles.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>

static void leave(void* result) { pthread_exit(result); }

static void* work(void* argument) {
  pthread_attr_t attributes;
  void* stack = NULL;
  size_t size = 0;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  pthread_attr_getstack(&attributes, &stack, &size);
  // Not the address of a variable, which may live elsewhere.
  char* here = __builtin_frame_address(0);
  assert(here > (char*)stack && here < (char*)stack + size);
  sched_yield();
  leave(argument);
  return NULL;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  char name[16];
  pthread_create(&thread, NULL, work, (void*)7);
  assert(!pthread_equal(thread, pthread_self()));
  pthread_setname_np(thread, "worker");
  pthread_getname_np(thread, name, sizeof name);
  assert(strcmp(name, "worker") == 0);
  pthread_join(thread, &result);
  assert((intptr_t)result == 7);
  return 0;
}
