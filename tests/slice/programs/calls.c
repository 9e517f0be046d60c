// Calls through pointers, calls of code elsewhere, callbacks, variable numbers of arguments, and functions that call
// themselves.
// slice: --assertions
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

int seen, unseen, given;

void set_seen(int value) { seen = value; }      // >
void set_unseen(int value) { unseen = value; }  // .
void (*chosen)(int) = set_seen;

int sum(int count, ...) {
  int result = 0;
  va_list list;
  va_start(list, count);                 // >
  for (int i = 0; i < count; i++)        // >
    result += va_arg(list, int);         // >
  va_end(list);                          // >
  return result;                         // >
}

int compare(const void* one, const void* two) {
  given = *(const int*)one;              // >
  return given - *(const int*)two;       // >
}

int depth(int n) {
  if (n > 0)                             // >
    return 1 + depth(n - 1);             // >
  return 0;
}

int main(int argc, char** argv) {
  (void)argv;
  int numbers[2] = {argc, 1};            // >
  unseen = 1;                            // .
  chosen(argc);                          // >
  set_unseen(2);                         // .
  qsort(numbers, 2, sizeof(int), compare);  // !
  assert(seen != sum(2, argc, given));   // !
  assert(depth(argc) == 1);              // !
  unseen = depth(3);                     // >
  return 0;                              // -
}
