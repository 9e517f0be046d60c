// limit: `complete` says so if the program asks about a file that has changed since its start
// heddle: --strategy=contextual
// expect: complete assuming="the times that files have in these runs"
// heddle: --strategy=dpor
// expect: complete assuming="the times that files have in these runs"
//
// When a file was written is another time in every run. The random bytes that the kernel passes are the same, and so is
// all that is known of a file that nobody changes.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/stat.h>

static void* work(void* unused) { return unused; }

int main(void) {
  const unsigned char* random = (const unsigned char*)getauxval(AT_RANDOM);
  for (int i = 1; i < 16; i++) assert(random[i] == random[0]);
  FILE* file = fopen("written.txt", "w");
  fclose(file);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  struct stat now;
  assert(stat("written.txt", &now) == 0);
  pthread_join(thread, NULL);
  return now.st_mtime == 7;
}
