// heddle: -- 1
// expect: bug kind=assertion where=@
// heddle: -- 2
// expect: bug kind=assertion where=@
// heddle: -- 3
// expect: bug kind=assertion where=@
// heddle: -- 4
// expect: bug kind=assertion where=@
// heddle: -- 0
// expect: complete
//
// Descriptors that are made of each other have one position, which reading and seeking move, and any thread may close one.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int which;

static int file, other;

static void* work(void* unused) {
  char c;
  switch (which) {
    case 0:
    case 1:
    case 2: read(other, &c, 1); break;
    case 3: lseek(file, 1, SEEK_SET); break;
    case 4: close(file); break;
  }
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  char c = 0;
  file = open("letters", O_CREAT | O_RDWR, 0600);
  write(file, "ab", 2);
  lseek(file, 0, SEEK_SET);
  other = which == 1 ? dup(file) : which == 2 ? fcntl(file, F_DUPFD, 100) : open("letters", O_RDONLY);
  pthread_create(&thread, NULL, work, NULL);
  assert(read(file, &c, 1) == 1 && c == 'a');  // @
  pthread_join(thread, NULL);
  return 0;
}
