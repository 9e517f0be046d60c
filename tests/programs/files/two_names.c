// limit: A file with two names (`link`) counts as two files, which is named.
// heddle: --strategy=contextual
// expect: incomplete reason="link"
//
// Two threads append to one file, each by a name of its own.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* append(void* name) {
  const int file = open(name, O_WRONLY | O_APPEND);
  assert(write(file, name, 1) == 1);
  close(file);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  close(open("a", O_CREAT | O_RDWR, 0600));
  assert(link("a", "b") == 0);
  pthread_create(&first, NULL, append, "a");
  pthread_create(&second, NULL, append, "b");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  char text[2];
  assert(read(open("a", O_RDONLY), text, 2) == 2);
  return 0;
}
