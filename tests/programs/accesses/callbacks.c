// limit: functions that are given a library function to call (`bsearch` with `strcmp`)
// What a function of the library calls by a pointer is known if it is one of the program.
// heddle: -D CASE=1
// expect: incomplete reason="uncontrolled call (bsearch"
// heddle: -D CASE=2
// expect: complete
// heddle: -D CASE=3
// expect: bug kind=data-race
// heddle: -D CASE=4
// expect: complete
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef int (*comparison)(const void*, const void*);

static char words[4][4] = {"a", "b", "c", "d"};
static char others[2][4] = {"b", "a"};

static int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }

static void* work(void* unused) {
  if (CASE == 1 || CASE == 3) words[2][0] = 'c';
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (CASE == 1) bsearch("c", words, 4, 4, (comparison)strcmp);
  if (CASE == 2) qsort(others, 2, 4, (comparison)strcmp);
  if (CASE == 3) bsearch("c", words, 4, 4, compare);
  if (CASE == 4) qsort(others, 2, 4, compare);
  pthread_join(thread, NULL);
  return 0;
}
