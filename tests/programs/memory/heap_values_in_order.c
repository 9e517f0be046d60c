// heddle: --strategy=contextual
// expect: complete
// heddle: --strategy=dpor --flags=-O2
// expect: complete

// What is loaded before it has a value, but does not decide then.

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

struct item {
  int valid;
  int value;
  unsigned low : 3;
  unsigned high : 5;
  char text[7];
};

static int one(void) { return 1; }

static int use(struct item* item) {
  const int value = item->value;
  if (item->valid) return value;
  return 0;
}

static void lazily(void) {
  struct item* item = malloc(sizeof *item);
  item->valid = 0;
  assert(use(item) == 0);
  item->valid = 1;
  item->value = 4;
  assert(use(item) == 4);
  item->low = 5;
  assert(item->low == 5);
  struct item* copy = malloc(sizeof *copy);
  *copy = *item;
  assert(copy->low == 5 && copy->valid);
  struct item here = *copy;
  assert(here.value == 4);
  copy = realloc(copy, 5 * sizeof *copy);
  assert(copy->value == 4);
  free(copy);
  free(item);
}

static void give(int* number, short* small, char* tiny) {
  *number = 3;
  *small = 2;
  *tiny = 1;
}

static void reached(void) {
  for (int i = 0; i < 3; i++) {
    int number;
    short small;
    char tiny;
    give(&number, &small, &tiny);
    assert(number == 3 && small == 2 && tiny == 1);
  }
}

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  va_list again;
  va_copy(again, list);
  int all = 0;
  for (int i = 0; i < count; i++) all += va_arg(list, int);
  all += va_arg(again, int);
  va_end(again);
  va_end(list);
  return all;
}

static int by_size(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void library(void) {
  struct stat about;
  if (stat("/", &about) == 0) assert(about.st_size >= 0 && S_ISDIR(about.st_mode));
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_nsec >= 0);
  struct tm date;
  const time_t zero = 0;
  gmtime_r(&zero, &date);
  assert(date.tm_year == 70 && date.tm_sec == 0);
  int* numbers = malloc(10 * sizeof *numbers);
  for (int i = 0; i < 6; i++) numbers[i] = 9 - i;
  qsort(numbers, 6, sizeof *numbers, by_size);
  assert(numbers[0] == 4 && numbers[5] == 9);
  free(numbers);
  char* text = malloc(40);
  strcpy(text, "abc");
  strcat(text, "def");
  assert(strlen(text) == 6 && text[5] == 'f' && text[6] == 0);
  char word[20];
  int number;
  assert(sscanf("12 abc", "%d %19s", &number, word) == 2 && number == 12 && word[2] == 'c');
  free(text);
  char* made;
  assert(asprintf(&made, "%d", 5) == 1 && made[0] == '5');
  free(made);
}

static void* all(void* unused) {
  lazily();
  reached();
  assert(sum(3, 1, 2, 3) == 7);
  library();
  return unused;
}

int main(void) {
  all(0);
  pthread_t threads[2];
  pthread_create(&threads[one()], 0, all, 0);
  pthread_join(threads[one()], 0);
  return 0;
}
