// Functions that only read race with writes, as far as they read.
// heddle: -D CASE=1
// expect: bug kind=data-race where=@
// heddle: -D CASE=2
// expect: bug kind=data-race where=@
// heddle: -D CASE=3
// expect: bug kind=data-race where=@
// heddle: -D CASE=4
// expect: bug kind=data-race where=@
// heddle: -D CASE=5
// expect: bug kind=data-race where=@
// heddle: -D CASE=6
// expect: bug kind=data-race where=@
// heddle: -D CASE=7
// expect: complete
// heddle: -D CASE=8
// expect: complete
// heddle: -D CASE=9
// expect: complete
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if CASE == 1
#define READ strlen(text)
#elif CASE == 2
#define READ strcmp(text, text+8)
#elif CASE == 3
#define READ memcmp(text, text+8, 4)
#elif CASE == 4
#define READ atoi(text)
#elif CASE == 5
#define READ printf("%s", text)
#elif CASE == 6
#define READ (int)fwrite(text, 1, 3, stdout)
#elif CASE == 7
#define READ strnlen(text, 1)
#elif CASE == 8
#define READ strcmp(text, "2")
#elif CASE == 9
#define READ printf("%.1s", text)
#endif

static char text[16] = "1234\0000001234";

static void* other(void* unused) {
  (void)unused;
  text[1] = 'x';  // @
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  const long result = (long)(READ);
  pthread_join(thread, NULL);
  return result == -77;
}
