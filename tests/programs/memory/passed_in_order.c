// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete
// heddle: --strategy=contextual --flags=-xc++
// expect: complete

// Results and structures of which only a part has a value, and nothing depends on the rest; and functions that are
// called from outside this file, through pointers and again by longjmp.

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct maybe {
  int has;
  int value;
};
struct small {
  char kind;
  short number;
};

static struct maybe look(int key) {
  struct maybe result;
  result.has = key > 2;
  if (result.has) result.value = key * 2;
  return result;
}
static int value_of(struct maybe maybe) { return maybe.has ? maybe.value : -1; }
static struct maybe pass(struct maybe maybe) { return maybe; }

static int unused(int which) {
  int value;
  if (which > 5) value = which;
#ifdef __cplusplus
  else
    value = 0;
#endif
  return value;
}

static struct small shrink(struct small small) {
  small.number++;
  return small;
}

static jmp_buf again;
static int jump(int depth) {
  if (depth == 0) longjmp(again, 3);
  return jump(depth - 1) + 1;
}
static int jumps(void) {
  const int code = setjmp(again);
  return code == 0 ? jump(3) : code;
}

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void* work(void* argument) {
  int numbers[3] = {3, 1, 2};
  unused(1);
  qsort(numbers, 3, sizeof numbers[0], compare);
  if (compare(&numbers[0], &numbers[1]) >= 0) abort();
  return argument;
}

int main(void) {
  int sum = 0;
  for (int key = 0; key < 5; ++key) {
    const struct maybe copy = pass(look(key));
    sum += value_of(copy);
  }
  if (sum != -3 + 6 + 8) return 1;
  unused(2);
  if (unused(7) != 7) return 1;
  struct small small;
  small.kind = 'a';
  small.number = 4;
  if (shrink(shrink(small)).number != 6) return 1;
  if (jumps() != 3) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, work, &sum);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
