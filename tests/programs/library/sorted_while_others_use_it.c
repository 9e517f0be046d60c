// heddle: --strategy=contextual --keep-going
// expect: bug kind=data-race
// expect: bug reason="writes shared memory after what it calls"
// heddle: --strategy=dpor --keep-going
// expect: bug kind=data-race
// expect: bug reason="writes shared memory after what it calls"
//
// limit: One that calls the program and writes what others use meanwhile (`qsort`) is named
//
// The function that compares takes steps, and what qsort makes of them appears only after these: that is named.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int* block;

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void* show(void* argument) {
  char text[16];
  snprintf(text, sizeof text, "%d", *block);
  return argument;
}

static void* grow(void* argument) {
  block = realloc(block, 32);
  return argument;
}

static void* sort(void* argument) {
  qsort(block, 2, sizeof *block, compare);
  return argument;
}

int main(void) {
  block = calloc(4, sizeof *block);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, show, NULL);
  pthread_create(&threads[1], NULL, grow, NULL);
  pthread_create(&threads[2], NULL, sort, NULL);
  *block = 1;
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  free(block);
}
