// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
// heddle: --strategy=exhaustive
// expect: bug kind=assertion where=@
//
// Where the end of a file is depends on who writes by another descriptor.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ours;
static int theirs;

static void* writer(void* unused) {
  if (write(theirs, "abc", 3) != 3) return NULL;
  return unused;
}

int main(void) {
  pthread_t thread;
  ours = open("file", O_RDWR | O_CREAT, 0600);
  theirs = open("file", O_RDWR);
  pthread_create(&thread, NULL, writer, NULL);
  assert(lseek(ours, 0, SEEK_END) == 0);  // @
  pthread_join(thread, NULL);
  return 0;
}
