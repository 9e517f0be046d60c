// heddle: --strategy=contextual --no-races
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --no-races
// expect: bug kind=assertion where=@
// heddle: --strategy=dpor --no-races --flags=-O0
// expect: bug kind=assertion where=@
//
// A loop that returns a pointer from inside carries a value that does not exist yet, the result. Whatever the
// optimiser takes for it must not make two iterations look alike: this one always continues.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int keys[8] = {1, 3, 5, 7, 9, 11, 13, 15};

static int* find(int key) {
  int low = 0, high = 8;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] == key) return &keys[middle];
    if (keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NULL;
}

static void* write(void* unused) {
  keys[0] = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write, NULL);
  assert(find(1) == NULL);  // @
  return 0;
}
