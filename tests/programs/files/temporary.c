// heddle:
// expect: complete
//
// What mkstemp and the like create is new in every run, belongs to the thread, and is gone afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void* work(void* unused) {
  char file[] = "fileXXXXXX.txt";
  char folder[] = "folderXXXXXX";
  const int descriptor = mkstemps(file, 4);
  assert(descriptor >= 0 && strcmp(file, "fileXXXXXX.txt") != 0);
  assert(write(descriptor, "x", 1) == 1);
  assert(mkdtemp(folder) == folder && access(folder, X_OK) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  char file[] = "fileXXXXXX";
  char wrong[] = "file";
  struct stat made;
  pthread_create(&thread, NULL, work, NULL);
  assert(mkstemp(file) >= 0 && stat(file, &made) == 0 && made.st_size == 0);
  assert(mkstemp(wrong) < 0);
  pthread_join(thread, NULL);
  return 0;
}
