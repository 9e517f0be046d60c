// Others use an array while a library function changes it by a comparison of the program. Sorting is compiled with hooks:
// what it writes, and the steps of the comparison, are in order. What lsearch adds appears only after these: that is named.
// limit: One that calls the program and writes what others use meanwhile (`lsearch`) is named
// heddle: --strategy=contextual --keep-going -- 0
// expect: bug kind=data-race
// heddle: --strategy=dpor --keep-going -- 0
// expect: bug kind=data-race
// heddle: --strategy=contextual --keep-going -- 1
// expect: bug kind=data-race
// expect: bug reason="writes shared memory after what it calls"
// heddle: --strategy=dpor --keep-going -- 1
// expect: bug kind=data-race
// expect: bug reason="writes shared memory after what it calls"
#include <pthread.h>
#include <search.h>
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

static void* add(void* argument) {
  size_t count = 1;
  const int key = 3;
  lsearch(&key, block, &count, sizeof *block, compare);
  return argument;
}

static void* sort(void* argument) {
  qsort(block, 2, sizeof *block, compare);
  return argument;
}

int main(int number, char** arguments) {
  const int adds = number > 1 && atoi(arguments[1]) == 1;
  block = calloc(4, sizeof *block);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, show, NULL);
  pthread_create(&threads[1], NULL, grow, NULL);
  pthread_create(&threads[2], NULL, adds ? add : sort, NULL);
  *block = 1;
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  free(block);
}
