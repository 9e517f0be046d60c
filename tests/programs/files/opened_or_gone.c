// A thread opens a file that another one removes, or creates, and both count after that: who comes first at the file may
// come second at the counter.
// heddle: --strategy=dpor -- 0
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 0
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 1
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 1
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 2
// expect: bug kind=assertion
// heddle: --strategy=contextual -- 2
// expect: bug kind=assertion
// heddle: --strategy=dpor -- 3
// expect: bug kind=assertion
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int count;
static int which;

static int can_open(void) {
  if (which == 1) return fopen("file", "r") != NULL;
  if (which == 2) return opendir("folder") != NULL;
  return open("file", O_RDONLY) >= 0;
}

static void* look(void* unused) {
  const int opened = can_open();
  const int counted = atomic_fetch_add(&count, 1);
  if (which == 3)
    assert(!opened || counted != 0);
  else
    assert(opened || counted != 0);
  return unused;
}

static void* change(void* unused) {
  if (which == 2)
    rmdir("folder");
  else if (which == 3)
    close(open("file", O_CREAT | O_WRONLY, 0600));
  else
    unlink("file");
  atomic_fetch_add(&count, 1);
  return unused;
}

int main(int number, char** arguments) {
  which = number > 1 ? atoi(arguments[1]) : 0;
  char scratch[] = "/tmp/heddle-opened-XXXXXX";
  (void)!chdir(mkdtemp(scratch));
  if (which < 2) close(open("file", O_CREAT | O_WRONLY, 0600));
  mkdir("folder", 0700);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, change, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
