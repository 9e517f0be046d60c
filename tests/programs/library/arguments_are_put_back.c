// heddle: --strategy=dpor -- --first --second
// expect: complete traces=2
//
// Arguments and variables of the environment are texts that a program may write to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void* work(void* unused) {
  x = 1;
  return unused;
}

int main(int argc, char** argv) {
  assert(argc == 3 && strcmp(argv[1], "--first") == 0 && strcmp(argv[2], "--second") == 0);
  argv[1][0] = 'X';
  argv[2] = argv[1];
  char* path = getenv("PATH");
  assert(path != NULL && path[0] != 0);
  path[0] = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
