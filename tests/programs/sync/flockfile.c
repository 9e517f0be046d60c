// A thread that has locked a stream excludes others, and may lock it again.
// limit: | `flockfile` | locks; a call on a stream that another thread has locked is named
// heddle: -D CASE=1
// expect: complete
// heddle: -D CASE=1 --strategy=dpor
// expect: complete
// heddle: -D CASE=2 --strategy=dpor
// expect: bug kind=deadlock
// heddle: -D CASE=3 --strategy=dpor
// expect: bug kind=lock-misuse
// heddle: -D CASE=4 --strategy=dpor
// expect: incomplete reason="a stream that another thread has locked"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int count;
FILE* file;

static void* work(void* unused) {
#if CASE == 3
  funlockfile(stdout);
#elif CASE == 4
  fputs("a line", file);
#else
  FILE* const first = CASE == 2 && unused == NULL ? stderr : stdout;
  FILE* const second = CASE == 2 && unused == NULL ? stdout : stderr;
  flockfile(first);
  if (ftrylockfile(first) != 0) assert(!"it is ours");
  flockfile(second);
  ++count;
  printf("%d\n", count);
  funlockfile(second);
  funlockfile(first);
  funlockfile(first);
#endif
  return unused;
}

int main(void) {
  file = fopen("/dev/null", "w");
#if CASE == 4
  file = tmpfile();
  flockfile(file);
#endif
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, &count);
#if CASE == 4
  fputs("another", file);
  fputs("another", file);
  funlockfile(file);
#endif
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
#if CASE == 1
  assert(count == 2);
#endif
}
