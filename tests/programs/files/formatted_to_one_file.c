// heddle: --strategy=contextual
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor
// expect: bug kind=assertion where=@
//
// Two threads write to one descriptor with `dprintf`: both orders are explored. Only one was.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int file;

static void* run(void* text) {
  dprintf(file, "%s", (const char*)text);
  return NULL;
}

int main(void) {
  file = open("text", O_CREAT | O_RDWR | O_TRUNC, 0600);
  pthread_t first, second;
  pthread_create(&first, NULL, run, "ab");
  pthread_create(&second, NULL, run, "cd");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  char text[5] = "";
  pread(file, text, 4, 0);
  assert(strcmp(text, "abcd") == 0);  // @
  return 0;
}
