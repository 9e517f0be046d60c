// heddle: --strategy=contextual
// expect: bug kind=data-race
// heddle: --strategy=dpor
// expect: bug kind=data-race
//
// The element that the other thread writes is one of those that may be read.
#include <heddle/heddle.h>
#include <pthread.h>

static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void* change(void* argument) {
  table[3] = 9;
  return argument;
}

int main(void) {
  const int x = heddle_range("x", 0, 7);
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  const int found = table[x];
  pthread_join(thread, NULL);
  return found == 77 ? 1 : 0;
}
