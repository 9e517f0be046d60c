// limit: `%s` without a width, numbered arguments (`%2$d`) and wide characters in formats are named.
// heddle: -- 1
// expect: incomplete reason="uncontrolled call (__isoc99_fscanf"
// heddle: -- 2
// expect: incomplete reason="uncontrolled call (printf"
// heddle: -- 3
// expect: incomplete reason="uncontrolled call (swprintf"
//
// How far such a call reads or writes is not known before it is made.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static int which;

static void* nothing(void* unused) { return unused; }

int main(int count, char** arguments) {
  (void)count;
  which = atoi(arguments[1]);
  pthread_t thread;
  char text[8];
  wchar_t wide[8];
  FILE* const file = fopen("/dev/null", "r");
  pthread_create(&thread, NULL, nothing, NULL);
  switch (which) {
    case 1: fscanf(file, "%s", text); break;
    case 2: printf("%2$d %1$d\n", 1, 2); break;
    case 3: swprintf(wide, 8, L"%d", 5); break;
  }
  pthread_join(thread, NULL);
  return 0;
}
