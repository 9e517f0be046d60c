// limit: Descriptors are closed after each run, and what was changed is restored
// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor
// expect: complete
//
// What a run does to files and folders is undone after it: every run finds them as the first one did.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int order;

static void* work(void* unused) {
  ++order;
  return unused;
}

int main(void) {
  pthread_t a, b;
  assert(mkdir("folder", 0700) == 0);
  FILE* file = fopen("folder/old", "w");
  assert(file != NULL && fputs("text", file) >= 0 && fclose(file) == 0);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(rename("folder/old", "folder/new") == 0);
  assert(access("folder/old", F_OK) != 0 && access("folder/new", F_OK) == 0);
  assert(symlink("new", "folder/link") == 0);
  return 0;
}
