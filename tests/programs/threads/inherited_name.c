// A new thread has the name that its creator has at that moment, also one that another thread has given it.
// heddle: --strategy=contextual --keep-going -- 0
// expect: complete
// heddle: --strategy=dpor --keep-going -- 0
// expect: complete
// heddle: --strategy=contextual --keep-going -- 1
// expect: bug kind=assertion
// expect: bug kind=abort
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=assertion
// expect: bug kind=abort
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_t creator;

static void* ask(void* unused) {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(strcmp(name, "worker") == 0);
  abort();
}

static void* compare(void* unused) {
  char name[16];
  pthread_getname_np(pthread_self(), name, sizeof name);
  assert(strcmp(name, "main") == 0);
  return unused;
}

static void* rename_creator(void* unused) {
  pthread_setname_np(creator, "worker");
  return unused;
}

int main(int argc, char** argv) {
  creator = pthread_self();
  pthread_t a, b;
  pthread_setname_np(creator, "main");
  if (atoi(argv[argc - 1]) == 0) {
    pthread_create(&a, 0, compare, 0);
    pthread_create(&b, 0, compare, 0);
  } else {
    pthread_create(&a, 0, rename_creator, 0);
    pthread_create(&b, 0, ask, 0);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
}
