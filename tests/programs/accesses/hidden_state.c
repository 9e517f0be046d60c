// limit: what they keep in it (`localtime`, `strtok`, `getenv`), are accesses of the caller
// What the C library keeps between calls is shared by all threads.
// heddle: -D CASE=1
// expect: bug kind=data-race where=@
// heddle: -D CASE=2
// expect: bug kind=data-race where=@
// heddle: -D CASE=3
// expect: bug kind=data-race where=@
// heddle: -D CASE=4
// expect: complete
// heddle: -D CASE=5
// expect: complete
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#if CASE == 1
#define USE localtime(&moment)->tm_sec
#elif CASE == 2
#define USE *asctime(&date)
#elif CASE == 3
#define USE setenv("A", "B", 1)
#elif CASE == 4
#define USE (gmtime_r(&moment, &mine), mine.tm_sec)
#elif CASE == 5
#define USE getenv("HOME")!=NULL
#endif

static const time_t moment = 77;
static const struct tm date;

static void* use(void* result) {
  struct tm mine;
  (void)mine;
  *(int*)result = USE;  // @
  return NULL;
}

int main(void) {
  int results[2];
  pthread_t thread;
  pthread_create(&thread, NULL, use, &results[0]);
  use(&results[1]);
  pthread_join(thread, NULL);
  return 0;
}
