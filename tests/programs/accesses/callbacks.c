// limit: functions that are given a library function to call (`bsearch` with `strcmp`)
// What a function of the library calls by a pointer is known if it is one of the program.
// heddle: -- 1
// expect: incomplete reason="uncontrolled call (bsearch"
// heddle: -- 2
// expect: complete
// heddle: -- 3
// expect: bug kind=data-race
// heddle: -- 4
// expect: complete
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int which;

typedef int (*comparison)(const void*, const void*);

static char words[4][4] = {"a", "b", "c", "d"};
static char others[2][4] = {"b", "a"};

static int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }

static void* work(void* unused) {
  if (which == 1 || which == 3) words[2][0] = 'c';
  return unused;
}

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (which == 1) bsearch("c", words, 4, 4, (comparison)strcmp);
  if (which == 2) qsort(others, 2, 4, (comparison)strcmp);
  if (which == 3) bsearch("c", words, 4, 4, compare);
  if (which == 4) qsort(others, 2, 4, compare);
  pthread_join(thread, NULL);
  return 0;
}
