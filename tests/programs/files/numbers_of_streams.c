// heddle: --strategy=contextual -- 0
// expect: complete
// heddle: -- 1
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 1
// expect: bug kind=assertion where=@
// heddle: -- 2
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- 2
// expect: bug kind=assertion where=@
// heddle: --strategy=unfolding -- 2
// expect: bug kind=assertion where=@
// heddle: -- -1
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor -- -1
// expect: bug kind=assertion where=@
//
// Streams, directories that are read, and descriptors get the lowest number that is free: the stream comes before both
// of the others, between them, or after them. Each strategy missed one of the three.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int number_of_stream, number_of_file;

static void* open_stream(void* unused) {
  number_of_stream = fileno(fopen("/etc/passwd", "r"));
  return unused;
}

static void* open_others(void* unused) {
  opendir("/etc");
  number_of_file = open("/etc/group", O_RDONLY);
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, open_stream, NULL);
  pthread_create(&threads[1], NULL, open_others, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(number_of_file - number_of_stream != atoi(arguments[1]));  // @
}
