// heddle: --strategy=dpor
// expect: complete
// heddle: --strategy=contextual
// expect: complete
//
// Loops that make progress because the library does: it keeps the position in a folder and the next option to itself.
#include <dirent.h>
#include <getopt.h>
#include <pthread.h>
#include <stddef.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  char* arguments[] = {"program", "-x", "-x", "-x", NULL};
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  while (getopt(4, arguments, "x") != -1) {
  }
  DIR* folder = opendir("/");
  while (readdir(folder) != NULL) {
  }
  closedir(folder);
  pthread_join(thread, NULL);
  return 0;
}
